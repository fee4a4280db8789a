/** The loader of the modules that `ondemand.ts` writes; others stay what they are, as JavaScript. */
module.exports = function onDemand(source) {
  const { onDemand: address } = JSON.parse(source);
  if (!address) return `export default ${source}`;
  // What is drawn already would stay: a changed figure loads the page again.
  return `import.meta.webpackHot?.decline();
const answer = await fetch(${JSON.stringify(address)});
if (!answer.ok) throw new Error(await answer.text());
export default await answer.json();`;
};
