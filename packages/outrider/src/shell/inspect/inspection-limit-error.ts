/** The script has more of something than is looked into; the message says of what. */
export class InspectionLimitError extends Error {
  override readonly name = "InspectionLimitError";
  readonly code = "inspection_limit";
}
