/** Stands in for `@docusaurus/Translate` where there is no site. */
export const translate = ({ message }: { message: string }, values: Record<string, unknown> = {}): string =>
  message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
