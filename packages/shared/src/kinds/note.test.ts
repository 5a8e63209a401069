import { describe, expect, it } from 'vitest';
import { permissionsOf } from './access/role.js';
import { MAX_NOTE_CHARACTERS, noteRefusal, noteUpdateSchema } from './note.js';

describe('the text of a note', () => {
  const parse = (text: string) => noteUpdateSchema.safeParse({ text });

  it.each([1, MAX_NOTE_CHARACTERS])('may have %d characters', (length) => {
    expect(parse('a'.repeat(length)).success).toBe(true);
  });

  it('keeps line breaks and tabs, and loses white space at its ends', () => {
    expect(parse('  one\n\n\ttwo \n').data?.text).toBe('one\n\n\ttwo');
  });

  it.each(['', ' \n', 'a'.repeat(MAX_NOTE_CHARACTERS + 1), 'a\u0000', 'a\r\nb', 'a\u001b[31m', 'a\u0085'])('refuses %j', (text) => {
    expect(parse(text).success).toBe(false);
  });
});

describe('noteRefusal', () => {
  const note = { author: 'olga' };

  it('allows the author and administrators to change a note', () => {
    expect(noteRefusal({ name: 'olga', permissions: permissionsOf('operator') }, note)).toBeNull();
    expect(noteRefusal({ name: 'admin', permissions: permissionsOf('administrator') }, note)).toBeNull();
  });

  it('refuses other operators, and an author who may only read now', () => {
    expect(noteRefusal({ name: 'omar', permissions: permissionsOf('operator') }, note)).toContain('olga');
    expect(noteRefusal({ name: 'olga', permissions: permissionsOf('viewer') }, note)).not.toBeNull();
  });
});
