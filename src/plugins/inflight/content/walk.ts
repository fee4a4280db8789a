import type { Nodes, Parents, Root } from 'mdast';

/** Calls with every node and what it stands in, the root first; where that says `false`, not with what is in it. */
export function walk(tree: Root, each: (node: Nodes, parents: readonly Parents[]) => unknown): void {
  const go = (node: Nodes, parents: readonly Parents[]): void => {
    if (each(node, parents) === false || !('children' in node)) return;
    // A copy, since a node may be put in place of another.
    for (const child of [...node.children]) go(child, [...parents, node]);
  };
  go(tree, []);
}

/** Puts a node in place of another. */
export function replace(parent: Parents, old: Nodes, by: Nodes): void {
  (parent.children as Nodes[])[(parent.children as Nodes[]).indexOf(old)] = by;
}
