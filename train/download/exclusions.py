"""The projects of the retrieval benchmark (and what is likely to be in its held-back part) never enter the data."""

import re

# Distinctive names: a package is left out when its bare name is one of these or begins or ends with one.
PROJECTS = """
requests httpx starlette fastapi flask django pydantic celery sqlalchemy aiohttp uvicorn typer pytest model2vec
express axios koa lodash webpack prettier eslint vue react nextjs svelte fastify hono vite vitest zustand jest
go-chi gin gin-gonic cobra viper terraform hugo labstack-echo gorm logrus zap testify gorilla-mux
gson guava retrofit okhttp junit commons-lang commons-lang3 jackson spring springframework mockito
monolog laravel symfony guzzle guzzlehttp composer phpunit slim twig flysystem
sinatra rails railties activerecord activesupport actionpack jekyll devise sidekiq faraday rspec rubocop
axum tokio serde clap ripgrep actix hyper rayon anyhow thiserror
zod trpc nestjs typeorm rxjs
dapper newtonsoft serilog automapper polly mediatr hangfire fluentvalidation
exposed ktor okio kotlinx-coroutines koin moshi detekt
circe http4s zio akka typelevel-cats cats-effect cats-core playframework
snapkit alamofire vapor rxswift kingfisher
libfmt fmtlib spdlog nlohmann nlohmann-json nlohmann-json3 leveldb rocksdb abseil googletest gtest catch2
plug phoenix ecto oban absinthe
libuv redis nginx libgit2 bats bats-core nvm oh-my-zsh
aeson pandoc xmonad servant megaparsec
lazy.nvim telescope neovim nvim plenary kong busted
zig-clap zls ghostty tigerbeetle nginx-proxy
""".split()

ALL_PROJECTS = set(PROJECTS)
SINGLE_FILES = {"catch.hpp", "catch-amalgamated.hpp", "json.hpp", "gson.java", "express.js", "axios.js", "lodash.js", "zod.ts"}

# Everyday words: only the exact bare name counts.
EVERYDAY = "click rich rack echo chi next fmt json cats play git curl jq bun mach polly exposed plug kong lens mux".split()

PREFIXES = re.compile(
    r"^(python3-|golang-(github|gopkg|golang|google|go|k8s|uber|gitlab|git|salsa)?-?|librust-|ruby-|node-|php-|haskell-|libghc-|lua-|elixir-|rust-|libjs-|@types/)"
)
SUFFIXES = re.compile(r"(-dev|-java|-doc|-perl|-v?[0-9][0-9.]*)+$")


def bare_name(package: str) -> str:
    name = package.lower().split("/")[-1] if package.startswith("@") and not package.startswith("@types/") else package.lower()
    name = PREFIXES.sub("", name)
    name = re.sub(r"\+.*$", "", SUFFIXES.sub("", name)).replace("_", "-")
    return re.sub(r"^lib(.+)-java$", r"\1", name)


def is_excluded(package: str) -> bool:
    """A package is out by its bare name, by its scope or group, or as a fork or bundle of an excluded project."""
    name = bare_name(package)
    parts = set(re.split(r"[/:@.]", package.lower())) - {""}
    if name in EVERYDAY or name in PROJECTS or parts & (set(PROJECTS) | set(EVERYDAY)):
        return True
    stripped = re.sub(r"^lib|[-.]?js$|[0-9.]+$", "", name)
    name = re.sub(r"[0-9.]+$", "", name)
    if {stripped, name} & (set(PROJECTS) | set(EVERYDAY)):
        return True
    return any(name.startswith(p + "-") or name.endswith("-" + p) or f"-{p}-" in name for p in PROJECTS)


def is_excluded_path(path: str) -> bool:
    """Copies inside other packages: an excluded project's folder anywhere, an everyday name on top, a single-header copy."""
    *folders, file = [f.lower().replace("_", "-") for f in path.split("/")]
    if file in SINGLE_FILES or (file.endswith(".h") and folders[-1:] == ["fmt"]):
        return True
    return any(f in ALL_PROJECTS for f in folders) or (bool(folders) and folders[0] in EVERYDAY)
