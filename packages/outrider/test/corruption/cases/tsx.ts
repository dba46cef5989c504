import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const view = over(
  "tsx",
  "view.tsx",
  `import { memo, useState } from "react";

interface Props {
  readonly title: string;
  readonly onClose?: () => void;
}

export const Badge = ({ title }: Props) => <b className="badge">{title}</b>;

export default function Page({ title, onClose }: Props) {
  const [open, setOpen] = useState(false);

  function Row({ children }: { children: string }) {
    return (
      <li>
        {children} &amp; more
      </li>
    );
  }

  const close = () => {
    setOpen(false);
    onClose?.();
  };

  return (
    <ul onClick={close}>
      {/* rows */}
      <Row>{title}</Row>
      {open ? <Badge title="}" /> : null}
    </ul>
  );
}

export const Quick = memo(function Quick({ title }: Props) {
  return <i>{title}</i>;
});

export class Old extends Component<Props> {
  state = { open: false };

  render() {
    return <>{this.props.title}</>;
  }
}

export const identity = <T,>(value: T): T => value;
`,
);

/** Components in components, and what of them looks like text. */
export const tsx = [
  view.does(
    "a component that is an arrow function",
    replace("Badge", "export const Badge = ({ title }: Props) => <em>{title}</em>;"),
    to('<b className="badge">{title}</b>', "<em>{title}</em>"),
  ),
  view.does(
    "a component within a component",
    replace("Page/Row", "function Row({ children }: { children: string }) {\n  return <li>{children}</li>;\n}"),
    to(
      "    return (\n      <li>\n        {children} &amp; more\n      </li>\n    );\n",
      "    return <li>{children}</li>;\n",
    ),
  ),
  view.does(
    "the body of a component within a component",
    replaceBody("Page/Row", "return (\n  <li>\n    {children}\n  </li>\n);"),
    to("        {children} &amp; more\n", "        {children}\n"),
  ),
  view.does(
    "entities that are meant to be in JSX stay",
    replaceBody("Page/Row", "return <li>{children} &lt; &amp; less</li>;"),
    to(
      "    return (\n      <li>\n        {children} &amp; more\n      </li>\n    );\n",
      "    return <li>{children} &lt; &amp; less</li>;\n",
    ),
  ),
  view.mayRefuse(
    "text of several lines in JSX keeps its shape",
    replaceBody("Quick", "return (\n  <i>\n    a\n      b {title}\n  </i>\n);"),
    to("  return <i>{title}</i>;", "  return (\n    <i>\n      a\n        b {title}\n    </i>\n  );"),
  ),
  view.does(
    "an arrow function within a component",
    replaceBody("Page/close", "onClose?.();"),
    to("    setOpen(false);\n    onClose?.();\n", "    onClose?.();\n"),
  ),
  view.does(
    "the body of the default export",
    replaceBody("Page", "return <p>{title}</p>;"),
    to(
      `  const [open, setOpen] = useState(false);

  function Row({ children }: { children: string }) {
    return (
      <li>
        {children} &amp; more
      </li>
    );
  }

  const close = () => {
    setOpen(false);
    onClose?.();
  };

  return (
    <ul onClick={close}>
      {/* rows */}
      <Row>{title}</Row>
      {open ? <Badge title="}" /> : null}
    </ul>
  );
`,
      "  return <p>{title}</p>;\n",
    ),
  ),
  view.mayRefuse(
    "a component in a call, sent whole",
    replace("Quick", "export const Quick = memo(function Quick({ title }: Props) {\n  return <b>{title}</b>;\n});"),
    to("<i>{title}</i>", "<b>{title}</b>"),
  ),
  view.does(
    "a method that renders",
    replaceBody("Old/render", "return <p>{this.props.title}</p>;"),
    to("<>{this.props.title}</>", "<p>{this.props.title}</p>"),
  ),
  view.does(
    "a field of a component",
    replace("Old/state", "state = { open: true };"),
    to("{ open: false }", "{ open: true }"),
  ),
  view.does(
    "a generic arrow function",
    replace("identity", "export const identity = <T,>(value: T): T => structuredClone(value);"),
    to("T => value", "T => structuredClone(value)"),
  ),
  view.refuses(
    "a tag that is not closed",
    replace("Badge", 'export const Badge = ({ title }: Props) => <b className="badge">{title};'),
  ),
  view.refuses("a tag that is closed by another", replaceBody("Quick", "return <i>{title}</b>;")),
  view.refuses("a brace in JSX that is not closed", replaceBody("Old/render", "return <p>{this.props.title</p>;")),
  view.refuses("a comment in JSX that is not closed", replaceBody("Quick", "return <i>{/* title}</i>;")),
  view.mayRefuse(
    "a component in a fence",
    replace("Badge", "```tsx\nexport const Badge = ({ title }: Props) => <em>{title}</em>;\n```"),
    to('<b className="badge">{title}</b>', "<em>{title}</em>"),
  ),
  view.mayRefuse(
    "a component whose tags are entities",
    replace("Badge", "export const Badge = ({ title }: Props) =&gt; &lt;em&gt;{title}&lt;/em&gt;;"),
    to('<b className="badge">{title}</b>', "<em>{title}</em>"),
  ),
  view.adds(
    "a component behind one",
    insert("after", "Badge", "export const Mark = () => <hr />;"),
    to("{title}</b>;\n", "{title}</b>;\n\nexport const Mark = () => <hr />;\n"),
  ),
  view.adds(
    "a component before the default export",
    insert("before", "Page", "export const Mark = () => <hr />;"),
    to("export default function", "export const Mark = () => <hr />;\n\nexport default function"),
  ),
  view.adds(
    "a method as the last of a component",
    insert("last", "Old", "close() {\n  this.setState({ open: false });\n}"),
    to("title}</>;\n  }\n", "title}</>;\n  }\n\n  close() {\n    this.setState({ open: false });\n  }\n"),
  ),
  view.refuses("a component that is used in JSX is not removed", remove("Badge")),
  view.does(
    "a component is removed if its uses are left",
    remove("Badge", { unproven: "leave" }),
    to('export const Badge = ({ title }: Props) => <b className="badge">{title}</b>;\n\n', ""),
  ),
  view.does(
    "what nobody uses at the end of the file is removed",
    remove("identity"),
    to("\nexport const identity = <T,>(value: T): T => value;\n", ""),
  ),
  view.does("a dry run changes nothing", replace("Badge", "export const Badge = () => <em />;", { dry_run: true }), []),
];
