import { describe, expect, it } from 'vitest';
import { changelogSection } from './changelog.mjs';

const changelog = `# Changelog

## [Unreleased]

### Added

- New.

## [1.0.0] - 2026-11-26

- First.

## [0.9.0] - 2026-10-01
`;

describe('changelogSection', () => {
  it('returns the section of the version, with its heading and no further one', () => {
    expect(changelogSection(changelog, '1.0.0')).toEqual({ name: '1.0.0', text: '## [1.0.0] - 2026-11-26\n\n- First.\n' });
  });

  it('returns "Unreleased" as long as the version has no section', () => {
    expect(changelogSection(changelog, '1.0.1')).toEqual({ name: 'Unreleased', text: '## [Unreleased]\n\n### Added\n\n- New.\n' });
  });

  it('refuses an empty section, and a changelog without any', () => {
    expect(() => changelogSection(changelog, '0.9.0')).toThrow('[0.9.0] of CHANGELOG.md is empty');
    expect(() => changelogSection('# Changelog\n', '1.0.0')).toThrow('no section [1.0.0]');
  });
});
