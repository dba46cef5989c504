/**
 * Methods that interfaces of the standard library have, so that a type may need them without a use that is written. Those of
 * packages that only tools of the language use are left out.
 */
export const libraryMethods = new RegExp(
  `^(?:${`
Accept Add Addr AdjustStream AfterFunc AppendBinary AppendStackPointer AppendText AppendUint16 AppendUint32
AppendUint64 As At Available BaseContext Begin BeginTx BlockSize Bounds Bytes CancelRequest CheckNamedValue Clone
Close CloseConn CloseIdleConnections CloseNotify CloseStream CloseWrite ColorIndexAt ColorModel ColumnConverter
ColumnTypeDatabaseTypeName ColumnTypeLength ColumnTypeNullable ColumnTypePrecisionScale ColumnTypeScanType Columns
Commit Compose Connect ConnectionState ConstantTimeSum Control Convert ConvertValue Cookies CryptBlocks Curve Deadline
Decapsulate DecodeUnified Decompose Decrypt Done Double Draw Driver ECDH EnableFullDuplex Enabled Encapsulate
Encapsulator Encode Encrypt Equal Err Error Exec ExecContext Flag Flush FlushError Format Framer Get GetClientConn
Glob Gname GoString GobDecode GobEncode Handle HasNextResultSet HashFunc Header HeaderBlockFragment HeaderEncoder
HeadersEnded Hijack InFlight Info Int63 Is IsBoolFlag IsDir IsHTTP2NoCachedConnError IsOnCurve IsValid IsZero
LastInsertId Len Less Level LocalAddr Lock LogValue Lstat MarkDead MarshalBinary MarshalJSON MarshalJSONTo MarshalText
MarshalXML MarshalXMLAttr MarshalYAML ModTime Mode Name Network NewCBCDecrypter NewCBCEncrypter NewCTR NewClientConn
NewGCM Next NextResultSet NonceSize NumInput Opaque Open OpenConnector OpenStream Options Overhead Params Peek Ping
PollFD Pop Precision Prepare PrepareContext Public PublicKey PublicSuffix Push Put PutUint16 PutUint32 PutUint64
Quantize Query QueryContext RGBA RGBA64At Read ReadAt ReadByte ReadDir ReadFile ReadFrom ReadLink ReadRequestBody
ReadRequestHeader ReadResponseBody ReadResponseHeader ReadRune Readdir Release RemoteAddr Replace Reserve Reset
ResetSession Rollback RoundTrip RoundTripErr RowsAffected ScalarBaseMult ScalarMult Scan Seal Seed Seek ServeHTTP Set
SetBytes SetCookies SetDeadline SetIV SetRGBA64 SetReadDeadline SetWriteDeadline Sign SignMessage Signal Size
SkipSpace StackPointer Start Stat StreamEnded String Sub Sum Sum32 Sum64 Swap Sys SyscallConn Temporary Timeout Token
Type Uint16 Uint32 Uint64 Uname UnencryptedNetConn Unlock Unmarshal UnmarshalBinary UnmarshalCompressed UnmarshalJSON
UnmarshalJSONFrom UnmarshalText UnmarshalXML UnmarshalXMLAttr UnmarshalYAML UnreadByte UnreadRune Unwrap Value Width
WithAttrs WithGroup Write WriteAt WriteByte WriteHeader WriteRequest WriteResponse WriteString WriteTo XORKeyStream
`
    .trim()
    .replaceAll(/\s+/g, "|")})$`,
);
