/** The book's own colours for code, for light and dark alike: they are variables. */
const inks = {
  comment: 'var(--ink-soft)',
  keyword: 'var(--q-cwnd)',
  string: 'var(--q-inflight)',
  number: 'var(--q-queue)',
  name: 'var(--q-throughput)',
};

export default inks;
