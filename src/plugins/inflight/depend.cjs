/** A loader that changes nothing: a page that is made from other files is made again when one of them changes. */
module.exports = function depend(source) {
  for (const file of this.getOptions().files) this.addDependency(file);
  return source;
};
