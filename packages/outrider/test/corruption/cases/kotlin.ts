import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "kotlin",
  "Store.kt",
  `@file:JvmName("Stores")

package app

import java.io.File
import kotlin.math.max

const val LIMIT = 10

/** A place. */
@Serializable
data class Point(val x: Int, val y: Int = 0)

sealed interface Shape {
    object None : Shape
    data class Box(val size: Int) : Shape
}

class Store<T : Any>(private val path: String) : Base(), AutoCloseable {
    var size: Int = 0
        get() = field + 1
        private set

    val name by lazy { "store { $path }" }

    companion object {
        const val MAX = 3

        @JvmStatic
        fun open(path: String): Store<String> = Store(path)
    }

    init {
        println(LIMIT)
    }

    /** Reads one. */
    @Throws(Exception::class)
    suspend fun <R> read(at: Int, block: (T) -> R): R? {
        return null
    }

    override fun close() = Unit

    private fun unused() {
    }

    fun text() = """
        not { code
    """.trimIndent()
}

enum class Color(val code: Int) {
    RED(1),
    GREEN(2);

    fun next() = values()[0]
}

fun String.twice(): String = this + this

typealias Names = List<String>
`,
);

export const kotlin = [
  store.does("a constant", replace("LIMIT", "const val LIMIT = 20"), to("LIMIT = 10", "LIMIT = 20")),
  store.does(
    "a data class with its annotation",
    replace("Point", "@Serializable\ndata class Point(val x: Int)"),
    to("(val x: Int, val y: Int = 0)", "(val x: Int)"),
  ),
  store.mayRefuse(
    "a data class sent without its annotation",
    replace("Point", "data class Point(val x: Int)"),
    to("@Serializable\ndata class Point(val x: Int, val y: Int = 0)", "data class Point(val x: Int)"),
    to("(val x: Int, val y: Int = 0)", "(val x: Int)"),
  ),
  store.does(
    "the body of a method",
    replaceBody("read", "println(at)\nreturn null"),
    to("        return null\n", "        println(at)\n        return null\n"),
  ),
  store.does(
    "a method with its comment",
    replace("read", "/** None. */\nsuspend fun read() {\n}", { part: "with_doc" }),
    to(
      "    /** Reads one. */\n    @Throws(Exception::class)\n    suspend fun <R> read(at: Int, block: (T) -> R): R? {\n        return null\n    }\n",
      "    /** None. */\n    suspend fun read() {\n    }\n",
    ),
  ),
  store.does(
    "a method of the companion",
    replace("open", '@JvmStatic\nfun open(path: String): Store<String> = Store("$path!")'),
    to("Store(path)", 'Store("$path!")'),
  ),
  store.mayRefuse(
    "a property with a getter and a setter",
    replace("size", "var size: Int = 1"),
    to("    var size: Int = 0\n        get() = field + 1\n        private set\n", "    var size: Int = 1\n"),
    to("size: Int = 0", "size: Int = 1"),
  ),
  store.does(
    "a property by a delegate",
    replace("name", 'val name by lazy { "shop" }'),
    to('"store { $path }"', '"shop"'),
  ),
  store.does(
    "a text of several lines",
    replace("text", 'fun text() = """\nflat\n  deep\n""".trimIndent()'),
    to('"""\n        not { code\n    """', '"""\nflat\n  deep\n"""'),
  ),
  store.mayRefuse(
    "the body of a method that is an expression",
    replaceBody("close", "println()"),
    to("close() = Unit", "close() = println()"),
    to("close() = Unit", "close() {\n        println()\n    }"),
  ),
  store.mayRefuse("a constant of an enum", replace("Color/GREEN", "GREEN(3)"), to("GREEN(2)", "GREEN(3)")),
  store.mayRefuse(
    "the last constant of an enum is removed",
    remove("Color/GREEN"),
    to("    RED(1),\n    GREEN(2);", "    RED(1);"),
  ),
  store.mayRefuse(
    "a constant is put behind the last",
    insert("after", "Color/GREEN", "BLUE(3)"),
    to("    GREEN(2);", "    GREEN(2),\n    BLUE(3);"),
  ),
  store.does(
    "an extension",
    replace("twice", 'fun String.twice(): String = "$this$this"'),
    to("= this + this", '= "$this$this"'),
  ),
  store.does(
    "a class in an interface",
    replace("Shape/Box", "data class Box(val size: Long) : Shape"),
    to("val size: Int)", "val size: Long)"),
  ),
  store.adds(
    "a method as the last of a class",
    insert("last", "Store", "fun more() = 1"),
    to('    """.trimIndent()\n', '    """.trimIndent()\n\n    fun more() = 1\n'),
  ),
  store.adds(
    "a method before one stands before comment and annotation",
    insert("before", "read", "fun more() = 1"),
    to("    /** Reads one. */", "    fun more() = 1\n\n    /** Reads one. */"),
  ),
  store.adds(
    "an import among the imports",
    insert("imports", undefined, "import kotlin.math.min"),
    to("import kotlin.math.max\n", "import kotlin.math.max\nimport kotlin.math.min\n"),
    to("import java.io.File\n", "import java.io.File\nimport kotlin.math.min\n"),
    to("import java.io.File\n", "import kotlin.math.min\nimport java.io.File\n"),
  ),
  store.does(
    "a method that nobody calls is removed",
    remove("unused"),
    to("    private fun unused() {\n    }\n\n", ""),
  ),
  store.does(
    "what nobody uses at the end of the file is removed",
    remove("Names"),
    to("\ntypealias Names = List<String>\n", ""),
  ),
  store.refuses("a constant that is used is not removed", remove("LIMIT")),
  store.refuses("a brace too many", replaceBody("read", "return null } }")),
  store.refuses("a text that does not end", replaceBody("read", 'return """never')),
  store.refuses("a comment in a comment that does not end", replaceBody("read", "return null /* a /* b */")),
];
