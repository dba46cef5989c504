import { expect, test } from "vitest";
import { describeBinary, isSurelyBinary } from "./describe-binary.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const png = Buffer.concat([bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Buffer.from([0, 0, 2, 128, 0, 0, 1, 224])]);
const jpeg = bytes(
  "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc2\0\x11\x08\x01\xe0\x02\x80\x03\0\0\0",
);
const webpLossy = bytes("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x80\x02\xe0\x01\0\0");
const webpExtended = bytes("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\x02\0\xdf\x01\0");
const webpLossless = bytes("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x7f\xc2\x77\0\0\0\0\0\0");

test("images are described with their pixels", () => {
  expect(describeBinary(png)).toBe("PNG image, 640 × 480 pixels");
  expect(describeBinary(jpeg)).toBe("JPEG image, 640 × 480 pixels");
  expect(describeBinary(bytes("GIF89a\x80\x02\xe0\x01"))).toBe("GIF image, 640 × 480 pixels");
  expect(describeBinary(webpLossy)).toBe("WebP image, 640 × 480 pixels");
  expect(describeBinary(webpExtended)).toBe("WebP image, 640 × 480 pixels");
  expect(describeBinary(webpLossless)).toBe("WebP image, 640 × 480 pixels");
});

test("cut and broken headers are described without them", () => {
  expect(describeBinary(png.subarray(0, 12))).toBe("PNG image");
  expect(describeBinary(jpeg.subarray(0, 20))).toBe("JPEG image");
  expect(describeBinary(bytes("\xff\xd8\xff\0\0\0\0\0\0\0\0\0\0\0"))).toBe("JPEG image");
});

test("other kinds are known by their first bytes", () => {
  expect(describeBinary(bytes("\x7fELF\x02"))).toBe("ELF program");
  expect(describeBinary(bytes("PK\x03\x04"))).toContain("ZIP archive");
  expect(describeBinary(bytes("\0\x07\x08"))).toBe("binary data");
  expect(isSurelyBinary(bytes("%PDF-1.7\ntext"))).toBe(true);
  expect(isSurelyBinary(bytes("BZh is how this text begins"))).toBe(false);
});
