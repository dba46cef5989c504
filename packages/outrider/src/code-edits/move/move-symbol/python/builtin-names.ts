/** What Python code may name without an import. */
export const builtinNames: ReadonlySet<string> = new Set(
  (
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir " +
    "divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance " +
    "issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed " +
    "round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __name__ __file__ __doc__ " +
    "NotImplemented Ellipsis BaseException Exception ArithmeticError AssertionError AttributeError BlockingIOError " +
    "BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionError DeprecationWarning EOFError EnvironmentError " +
    "ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError " +
    "ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError " +
    "MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError " +
    "PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError " +
    "RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError " +
    "TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning " +
    "UserWarning ValueError Warning ZeroDivisionError"
  ).split(" "),
);
