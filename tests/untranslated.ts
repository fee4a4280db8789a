/** Stands in for `@docusaurus/Translate`, which Docusaurus generates while it builds; English needs no translation. */
import { createElement, Fragment, type ReactNode } from 'react';

const PLACE = /\{(\w+)\}/;

export const translate = ({ message }: { message: string }, values: Record<string, unknown> = {}): string =>
  message.replaceAll(new RegExp(PLACE, 'g'), (whole, name: string) => String(values[name] ?? whole));

interface TranslateProps {
  children: ReactNode;
  values?: Record<string, ReactNode>;
}

export default function Translate({ children, values = {} }: TranslateProps): ReactNode {
  return String(children)
    .split(PLACE)
    .map((part, i) => createElement(Fragment, { key: i }, i % 2 ? values[part] : part));
}
