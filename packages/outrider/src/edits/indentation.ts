const endings = new Set(
  (
    "py pyi pyx pxd star bzl gd nim coffee hs lhs elm purs idr agda fs fsi fsx yaml yml sass styl pug jade haml slim " +
    "mk mak rst md mdx markdown mdown mkd mdc qmd rmd diff patch cob cbl f for f77"
  ).split(" "),
);

const names =
  /^(?:gnu)?makefile(?:\..*)?$|^justfile$|^build(?:\.bazel)?$|^workspace(?:\.bazel)?$|^snakefile$|^sconstruct$/;

/** Whether moving a line to the right or left changes what the file says. */
export function isIndentationMeaning(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return names.test(name) || (name.includes(".") && endings.has(ending));
}
