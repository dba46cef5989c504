// A tool's words live in Markdown beside it and are imported as text.
declare module "*.md" {
  const text: string;
  export default text;
}
