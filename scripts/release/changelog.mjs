/** Level-2 headings of the changelog: `## [1.2.3] - 2026-11-26` and `## [Unreleased]`. */
const heading = /^## \[([^\]]+)\].*$/gm;

/**
 * The section of a version in CHANGELOG.md, with its heading, or the section "Unreleased" as long as the version has none.
 * @returns {{ name: string, text: string }} `name`: the version or `Unreleased`
 * @throws Error if there is neither, or if the section is empty
 */
export function changelogSection(changelog, version) {
  const headings = [...changelog.matchAll(heading)];
  const at = [version, 'Unreleased'].map((name) => headings.findIndex((each) => each[1] === name)).find((index) => index !== -1);
  if (at === undefined) throw new Error(`CHANGELOG.md has no section [${version}] and no section [Unreleased].`);
  const [found, next] = [headings[at], headings[at + 1]];
  const text = changelog.slice(found.index, next?.index).trimEnd();
  if (text === found[0]) throw new Error(`The section [${found[1]}] of CHANGELOG.md is empty.`);
  return { name: found[1], text: `${text}\n` };
}
