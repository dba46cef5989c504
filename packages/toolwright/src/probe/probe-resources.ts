import { createDocumentProvider } from "../resources/documents.ts";
import type { ResourceProvider } from "../resources/provider.ts";
import { probeInstructions } from "./instructions.ts";
import { buildProbeText } from "./sentinels.ts";

export interface ProbeResourceOptions {
  /** Bytes of the body, 1,000 to 120,000. Default: 20,000. */
  readonly bodyBytes?: number;
}

/** Two resources that show how much of a description and of a body a client delivers. For measuring only. */
export function createProbeResources({ bodyBytes }: ProbeResourceOptions = {}): ResourceProvider {
  return createDocumentProvider([
    {
      uri: "probe://description-test",
      title: "Delivery probe: description",
      description: buildProbeText("resource description"),
      mimeType: "text/plain",
      text: `What is measured is the description of this resource as the list of resources shows it. ${probeInstructions}`,
    },
    {
      uri: "probe://body-test",
      title: "Delivery probe: body",
      description: `Its text measures how much of a resource reaches the model. ${probeInstructions}`,
      mimeType: "text/plain",
      text: buildProbeText("resource body", bodyBytes),
    },
  ]);
}
