export const resourceRequirements = {
  "resources:combined-list":
    "Combined providers list everything, sorted by address, or reject with the error of the one that failed.",
  "resources:combined-unique": "An address or a template that is offered twice is an error that names both.",
  "resources:combined-read":
    "The provider of an address answers whatever another one throws; what was thrown is told when nobody answers.",
  "resources:combined-watch": "One function stops all watching, and no change is told after.",
  "resources:documents-checked":
    "Documents are checked when they are given: addresses valid and unique, nothing empty.",
  "resources:tool-guide":
    "The guide tells all that a model may need of each tool, in the same bytes for the same tools.",
  "resources:tool-guide-pages":
    "Every tool that is there has a page, its name completes, and a hidden one has neither.",
  "resources:read-all": "Everything that is listed can be read, by the model as well.",
  "resources:read-pages": "Paging any text by any limit gives every line once, in order, with exact totals.",
  "resources:read-unknown": "An unknown address is named, with the nearest ones and the next call.",
  "resources:read-binary": "Binary content comes attached, and as a link where it is too big.",
  "probe:exact": "A probe text has exactly its size, and each sentinel ends exactly at its offset.",
  "probe:bounds": "Of a text cut anywhere the report tells bounds that hold, and that all is there only when it is.",
  "probe:holes": "A text whose middle was cut is not reported as delivered up to its highest sentinel.",
  "probe:forged": "A sentinel that is cut, invented or from elsewhere counts for nothing and is named.",
  "probe:surfaces": "The tool, both resources and their texts carry the sentinels of their own surface.",
  "probe:command":
    "The command turns a pasted answer into a report, and says what to paste where there is no sentinel.",
} as const;
