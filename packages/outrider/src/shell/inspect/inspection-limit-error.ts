/** The script exceeds a limit of the inspection; the message says which. */
export class InspectionLimitError extends Error {
  override readonly name = "InspectionLimitError";
  readonly code = "inspection_limit";
}
