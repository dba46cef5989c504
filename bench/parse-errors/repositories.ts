/**
 * Repositories of C, C++, Swift and Kotlin whose syntax errors are counted, at pinned revisions. Repairs are made with the tune set in
 * sight; of the held set nobody looks at single files, else its numbers say nothing.
 */
export const parsedRepositories: readonly ParsedRepository[] = [
  { name: "curl/curl", commit: "5c61e168698a72b87437d58ed728bcdea6d5db42", set: "tune" },
  { name: "libuv/libuv", commit: "6179e7af87413396d5853a1c3722c8b5749336c8", set: "tune" },
  { name: "libgit2/libgit2", commit: "0551dfd4ad989b6a3d5683c0d4cf326c6efef929", set: "tune" },
  { name: "jqlang/jq", commit: "579e6f76cffd7643ba4002a2c3618a5ea710589a", set: "tune" },
  { name: "redis/redis", commit: "4f8cdc2a1ea53e42955af758aabffee67cb455dd", set: "tune" },
  { name: "nginx/nginx", commit: "3f6f7824d4e2eb1ac37dec76683d525ac0ff521c", set: "tune" },
  { name: "neovim/neovim", commit: "b296666e419cdf7a673fdac7c348d0d95577f5ac", set: "tune" },
  { name: "tmux/tmux", commit: "c1f947a3c5bc72a40c32dead736f84c4628791ec", set: "tune" },
  { name: "mpv-player/mpv", commit: "b955aa28f3dc93dc6b21485a0d5b7feb8e6dc10f", set: "tune" },
  { name: "openssl/openssl", commit: "b64f68a94e61fa2363c598c75444482b48056697", set: "tune" },
  { name: "abseil/abseil-cpp", commit: "926f1d05a4f85663e4ca057f70f1a7f0a7d6b762", set: "tune" },
  { name: "facebook/folly", commit: "ff98381ea68687a95c6185326db933aa6124d4c5", set: "tune" },
  { name: "fmtlib/fmt", commit: "60ccad511fd680cb91d8b60a315759f71c67bef9", set: "tune" },
  { name: "gabime/spdlog", commit: "62302019babd8fdf63c1c6dc4c9faa48d441a7f0", set: "tune" },
  { name: "ggml-org/llama.cpp", commit: "b21e4de74567f5eef213765c9476a843c2e43f0d", set: "tune" },
  { name: "google/googletest", commit: "7260682388d493f155be62c3ce2efc7c7a9a3dcf", set: "tune" },
  { name: "google/leveldb", commit: "78a352f47ed6c1e9d750545e9b242289185b87e1", set: "tune" },
  { name: "nlohmann/json", commit: "199dea11b17c533721b26249e2dcaee6ca1d51d3", set: "tune" },
  { name: "catchorg/Catch2", commit: "a6ee7e20cd4011129816df7992c1a9db2ef4b58f", set: "tune" },
  { name: "simdjson/simdjson", commit: "f807de973580fb22cc0db6b3b896716684b0266c", set: "tune" },
  { name: "qbittorrent/qBittorrent", commit: "0402289eaff722f6aaf80d3d6ad0f08405016d05", set: "tune" },
  { name: "bitcoin/bitcoin", commit: "58a7869f860f022e6163dc3fae3106a0599830c5", set: "tune" },
  { name: "NVIDIA/stdexec", commit: "e92245d53dfc37f9bc2a7ef0cc44d570bb7b3386", set: "tune" },
  { name: "Alamofire/Alamofire", commit: "7595cbcf59809f9977c5f6378500de2ad73b7ddb", set: "tune" },
  { name: "Dimillian/IceCubesApp", commit: "0fc41d2ced2e3e735bd9c42d5ae6dea16e63d618", set: "tune" },
  { name: "apple/swift-argument-parser", commit: "2f77f2fccb6e84fecff338c37b199e33e7dfd119", set: "tune" },
  { name: "apple/swift-collections", commit: "f425dffd5bf70fe2a880c5eb6568bbdcade9f4f5", set: "tune" },
  { name: "apple/swift-nio", commit: "63018571c88ab6807d5d80ea0f1ef7d9197c0489", set: "tune" },
  { name: "hummingbird-project/hummingbird", commit: "da5a59f04d9abfde7883542fad6b5df33f5af722", set: "tune" },
  {
    name: "pointfreeco/swift-composable-architecture",
    commit: "d34c1dfe7a4b13ba96c37f8b78f7dc9432dd0471",
    set: "tune",
  },
  { name: "realm/SwiftLint", commit: "5ee4407a8a68079732d87f19e89e4ff2444619cf", set: "tune" },
  { name: "swiftlang/swift-format", commit: "6ac428e1c3889961dc30f47188e1239f8763cf9f", set: "tune" },
  { name: "swiftlang/swift-testing", commit: "a53b5cd4e7c5aad7814971f82a4e653908d041a8", set: "tune" },
  { name: "vapor/vapor", commit: "13efaeefd52a965009fc6a69a96ba66e7f20402e", set: "tune" },
  { name: "Kotlin/kotlinx.coroutines", commit: "792ac67bdcd5592e5764753e623a9e8c6e4bcb29", set: "tune" },
  { name: "ajalt/clikt", commit: "fa2e48c54995a88d492f05568a64889d99994877", set: "tune" },
  { name: "ktorio/ktor", commit: "ef92e5537d7465961f1b3f2b21e217fc35bcfa1f", set: "tune" },
  { name: "michaelbull/kotlin-result", commit: "aed7438b2bd92adc704b5022e64cddf263e38800", set: "tune" },
  { name: "square/okio", commit: "4164f2976ac7174f3d35d52150e8ffbdbe0acbec", set: "tune" },
  { name: "git/git", commit: "1a3e64c6c4a623626ff0687008732a8e007e2a1c", set: "held" },
  { name: "libevent/libevent", commit: "0c3e47ad5f654714e39bae3f8689a3446599b614", set: "held" },
  { name: "lz4/lz4", commit: "d9c01a3d49114dc28e2dfbbc0a8990e88be7b694", set: "held" },
  { name: "google/re2", commit: "972a15cedd008d846f1a39b2e88ce48d7f166cbd", set: "held" },
  { name: "facebook/rocksdb", commit: "1dfa7297933df05237ac11376d6cb69d32591b1d", set: "held" },
  { name: "keepassxreboot/keepassxc", commit: "95bae8377c88f46fda565e09fee25d7ba684fe9e", set: "held" },
  { name: "grpc/grpc-swift", commit: "664cc40df7d0f2788cc1c601bc171d4e02a16667", set: "held" },
  { name: "onevcat/Kingfisher", commit: "410984bf301f4fa224fe56277b3f8672cc465c79", set: "held" },
  { name: "Quick/Nimble", commit: "035b88ad6ae8035f5ce2b50b0a6d69c3b16d2120", set: "held" },
  { name: "apple/swift-crypto", commit: "1b6b2e274e85105bfa155183145a1dcfd63331f1", set: "held" },
  { name: "detekt/detekt", commit: "dbfb8423263b79c3d035a21d110b10bf4ba02cfe", set: "held" },
  { name: "Kotlin/kotlinx.serialization", commit: "370c4e3780066b82f746cf38e4733cbe62c94f74", set: "held" },
  { name: "InsertKoinIO/koin", commit: "fff5291f333c04fe5d6d9447f72740647d40d186", set: "held" },
  { name: "cashapp/sqldelight", commit: "f79bd8ae2cf991de6dccdb643376253402f665e1", set: "held" },
];

export interface ParsedRepository {
  /** owner/name at GitHub. */
  readonly name: string;
  readonly commit: string;
  readonly set: "tune" | "held";
}
