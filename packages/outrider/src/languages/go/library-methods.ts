import { nameEnd } from "../written-types.ts";

/**
 * Methods that interfaces of the standard library have, by the number of their parameters, so that a type may need them without a use
 * that is written. Those of packages that only tools of the language use are left out.
 */
const byParameters: readonly ReadonlySet<string>[] = [
  `
Accept Addr Available BaseContext Begin BlockSize Bounds Bytes Clone Close CloseConn CloseIdleConnections
CloseNotify CloseWrite ColorModel Columns Commit ConnectionState Curve Deadline Done Driver EnableFullDuplex
Encapsulate Encapsulator Err Error Flush FlushError Framer Get Gname GoString GobEncode HasNextResultSet
HashFunc Header HeaderBlockFragment HeaderEncoder HeadersEnded Hijack InFlight Info Int63 IsBoolFlag IsDir
IsHTTP2NoCachedConnError IsValid IsZero LastInsertId Len Level LocalAddr Lock LogValue MarshalBinary MarshalJSON
MarshalText MarshalYAML ModTime Mode Name Network Next NextResultSet NonceSize NumInput Opaque Options Overhead
Params PollFD Pop Precision Public PublicKey RGBA ReadByte ReadRune Release RemoteAddr Reserve Reset Rollback
RoundTripErr RowsAffected Signal Size SkipSpace StackPointer Stat StreamEnded String Sum32 Sum64 Sys SyscallConn
Temporary Timeout Token Type Uint64 Uname UnencryptedNetConn Unlock UnreadByte UnreadRune Unwrap Value Width
`,
  `
AfterFunc AppendBinary AppendText As CancelRequest CheckNamedValue CloseStream ColumnConverter
ColumnTypeDatabaseTypeName ColumnTypeLength ColumnTypeNullable ColumnTypePrecisionScale ColumnTypeScanType
Connect ConstantTimeSum Control Convert ConvertValue Cookies Decapsulate DecodeUnified Decompose Double ECDH
Encode Equal Error Exec Flag Get Glob GobDecode Is Lstat MarkDead MarshalJSONTo MarshalXMLAttr NewCBCDecrypter
NewCBCEncrypter NewCTR Next Open OpenConnector Peek Ping Prepare PublicSuffix Push Put Query Read ReadDir
ReadFile ReadFrom ReadLink ReadRequestBody ReadRequestHeader ReadResponseBody ReadResponseHeader Readdir Replace
ResetSession RoundTrip ScalarBaseMult Scan Seed Seek Set SetBytes SetDeadline SetIV SetReadDeadline
SetWriteDeadline Start Stat Sub Sum Uint16 Uint32 Uint64 Unmarshal UnmarshalBinary UnmarshalCompressed
UnmarshalJSON UnmarshalJSONFrom UnmarshalText UnmarshalXMLAttr UnmarshalYAML Value WithAttrs WithGroup Write
WriteByte WriteHeader WriteString WriteTo
`,
  `
Add AdjustStream AppendStackPointer AppendUint16 AppendUint32 AppendUint64 At BeginTx ColorIndexAt CryptBlocks
Decrypt Double Enabled Encrypt Exec ExecContext Format GetClientConn Handle IsOnCurve Less MarshalXML
NewClientConn NewGCM Next OpenStream PrepareContext Push Put PutUint16 PutUint32 PutUint64 Quantize Query
QueryContext RGBA64At ReadAt Reset ScalarMult Scan Seek ServeHTTP SetCookies Swap Token UnmarshalXML WriteAt
WriteRequest WriteResponse WriteString WriteTo XORKeyStream
`,
  `
Decrypt ExecContext QueryContext ScalarMult Set SetRGBA64 Sign SignMessage
`,
  `
Add Compose Draw Open Seal
`,
].map((names) => new Set(names.trim().split(/\s+/)));

/** Whether a method may be one that the library asks for: one with other parameters is not. */
export const libraryMethods = {
  test(name: string, signature: string): boolean {
    const count = parametersIn(name, signature);
    return count === undefined
      ? byParameters.some((names) => names.has(name))
      : byParameters[count]?.has(name) === true;
  },
};

function parametersIn(name: string, signature: string): number | undefined {
  const end = nameEnd(name, signature);
  return end === undefined ? undefined : listAt(signature, end)?.count;
}

/** `2/1` for a method with two parameters and one result; undefined if its signature is cut off. */
export function memberShape(name: string, signature: string): string | undefined {
  const end = nameEnd(name, signature);
  const parameters = end === undefined ? undefined : listAt(signature, end);
  if (parameters === undefined || signature.endsWith("…")) return undefined;
  const rest = signature.slice(parameters.end).trim();
  const results = rest === "" ? 0 : rest.startsWith("(") ? listAt(rest, 0)?.count : 1;
  return results === undefined ? undefined : `${parameters.count}/${results}`;
}

/** How many parameters are listed at a bracket; undefined if there is none, or the list is cut off. */
function listAt(signature: string, start: number): { readonly count: number; readonly end: number } | undefined {
  if (signature[start] !== "(") return undefined;
  let [depth, count] = [0, 0];
  for (let at = start; at < signature.length; at += 1) {
    const mark = signature[at] ?? "";
    if (/[)\]}]/.test(mark) && (depth -= 1) === 0) return { count, end: at + 1 };
    if (count === 0 && depth > 0 && /\S/.test(mark)) count = 1;
    if (mark === "," && depth === 1) count += 1;
    if (/[([{]/.test(mark)) depth += 1;
  }
  return undefined;
}
