/** Opens what a handle stands for; `Outputs` is one. */
export interface StoredOutputs {
  withFile<Value>(handle: string, use: (file: string) => Promise<Value>): Promise<Value>;
}
