/** What an answer carries beside its text. Binary data is base64. */
export type Attachment =
  | { readonly kind: "image" | "audio"; readonly mimeType: string; readonly data: string }
  | {
      readonly kind: "resource";
      readonly uri: string;
      readonly mimeType?: string;
      readonly body: { readonly text: string } | { readonly blob: string };
    }
  /** A resource that the client may read by itself. */
  | {
      readonly kind: "link";
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
    };
