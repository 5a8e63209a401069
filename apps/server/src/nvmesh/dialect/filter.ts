import { type Document, FIELD, isDocument, valuesAt } from './document.js';
import { Refusal } from './reasons.js';

/*
 * The part of MongoDB's filters that clients of NVMesh use. A filter is checked here, and applied to documents in memory: none ever reaches a database.
 */

type Scalar = string | number | boolean | null;
type Test = (values: readonly unknown[]) => boolean;
/** Whether a document matches. */
export type Filter = (document: Document) => boolean;

const MOST_CONDITIONS = 200;
const MOST_DEPTH = 4;
const MOST_CHARACTERS = 256;

const bad = (at: string, problem: string): Refusal => new Refusal('bad-filter', { at: at.slice(0, 100), problem });

function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'string') return value.length <= MOST_CHARACTERS;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

const scalar = (at: string, value: unknown): Scalar => {
  if (isScalar(value)) return value;
  throw bad(at, `must be compared with a number, true, false, null, or a text of at most ${MOST_CHARACTERS} characters`);
};

const scalars = (at: string, value: unknown): Scalar[] => {
  if (!Array.isArray(value) || value.length > MOST_CONDITIONS) throw bad(at, `needs a list of at most ${MOST_CONDITIONS} values`);
  return value.map((each) => scalar(at, each));
};

/** Equal to null is a field that is missing, too, as in MongoDB. */
const equals =
  (wanted: Scalar): Test =>
  (values) =>
    values.length === 0 ? wanted === null : values.includes(wanted);

const compares =
  (wanted: Scalar, holds: (left: string | number, right: string | number) => boolean): Test =>
  (values) =>
    values.some(
      (value) =>
        typeof value === typeof wanted && typeof value !== 'object' && typeof value !== 'boolean' && holds(value as never, wanted as never),
    );

const MOST_WILDCARDS = 3;

/**
 * The test of a pattern: texts, `.*`, and `^` or `$` at the ends. Other regular expressions are refused, because some of them take a server's time without
 * bound.
 */
function matches(at: string, pattern: unknown, options: unknown): Test {
  if (typeof pattern !== 'string' || pattern.length > 128) throw bad(at, 'needs a pattern of at most 128 characters');
  if (options !== undefined && options !== 'i' && options !== '') throw bad(at, 'knows only the option i');
  const [, start = '', middle = '', end = ''] = /^(\^?)(.*?)(\$?)$/s.exec(pattern) ?? [];
  const parts = middle.split('.*');
  if (parts.length > MOST_WILDCARDS + 1) throw bad(at, `allows at most ${MOST_WILDCARDS} times .* in a pattern`);
  const texts = parts.map((part) => {
    const plain = part.replaceAll(/\\([^A-Za-z0-9])/g, '');
    // A dot that stands for itself is what people mean in host names.
    if (/[\\^$*+?()[\]{}|]/.test(plain)) throw bad(at, 'allows only text, .* and ^ or $ at the ends in a pattern');
    return part.replaceAll(/\\([^A-Za-z0-9])/g, '$1').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  const expression = new RegExp(`${start}${texts.join('.*')}${end}`, options === 'i' ? 'is' : 's');
  return (values) => values.some((value) => typeof value === 'string' && expression.test(value.slice(0, 4096)));
}

/** The test of one operator; `$options` belongs to `$regex`. */
function operatorTest(at: string, operator: string, value: unknown, all: Document): Test | undefined {
  switch (operator) {
    case '$eq':
      return equals(scalar(at, value));
    case '$ne': {
      const same = equals(scalar(at, value));
      return (values) => !same(values);
    }
    case '$in':
    case '$nin': {
      const tests = scalars(at, value).map(equals);
      const isIn: Test = (values) => tests.some((test) => test(values));
      return operator === '$in' ? isIn : (values) => !isIn(values);
    }
    case '$gt':
      return compares(scalar(at, value), (left, right) => left > right);
    case '$gte':
      return compares(scalar(at, value), (left, right) => left >= right);
    case '$lt':
      return compares(scalar(at, value), (left, right) => left < right);
    case '$lte':
      return compares(scalar(at, value), (left, right) => left <= right);
    case '$exists':
      if (typeof value !== 'boolean' && value !== 0 && value !== 1) throw bad(at, 'needs true or false for $exists');
      return (values) => values.length > 0 === Boolean(value);
    case '$regex':
      return matches(at, value, all.$options);
    case '$options':
      if (all.$regex === undefined) throw bad(at, 'has $options without $regex');
      return undefined;
    default:
      throw bad(at, `uses ${operator.slice(0, 40)}, which is none of $eq $ne $in $nin $gt $gte $lt $lte $exists $regex`);
  }
}

function fieldTest(at: string, condition: unknown): Test {
  if (!isDocument(condition)) return equals(scalar(at, condition));
  const entries = Object.entries(condition);
  if (entries.length === 0) throw bad(at, 'has an empty condition');
  const tests = entries.flatMap(([operator, value]) => operatorTest(at, operator, value, condition) ?? []);
  return (values) => tests.every((test) => test(values));
}

/** Counts what one filter asks for, so that no filter is large. */
class Budget {
  private left = MOST_CONDITIONS;

  take(count: number): void {
    this.left -= count;
    if (this.left < 0) throw bad('it', `has more than ${MOST_CONDITIONS} conditions`);
  }
}

function parsed(filter: unknown, depth: number, budget: Budget): Filter {
  if (!isDocument(filter)) throw bad('it', 'must be an object of fields and conditions');
  if (depth > MOST_DEPTH) throw bad('it', `is nested deeper than ${MOST_DEPTH}`);
  const entries = Object.entries(filter);
  budget.take(entries.length);
  const tests = entries.map(([field, condition]): Filter => {
    if (field === '$and' || field === '$or' || field === '$nor') {
      if (!Array.isArray(condition) || condition.length === 0) throw bad(field, 'needs a list of filters');
      budget.take(condition.length);
      const inner = condition.map((each) => parsed(each, depth + 1, budget));
      if (field === '$and') return (document) => inner.every((each) => each(document));
      return (document) => inner.some((each) => each(document)) === (field === '$or');
    }
    if (!FIELD.test(field)) throw bad(field, 'is no name of a field');
    const path = field.split('.');
    const test = fieldTest(field, condition);
    return (document) => test(valuesAt(document, path));
  });
  return (document) => tests.every((test) => test(document));
}

/** @throws Refusal `bad-filter` for what is not in the accepted part. */
export const parseFilter = (filter: unknown): Filter => parsed(filter, 1, new Budget());
