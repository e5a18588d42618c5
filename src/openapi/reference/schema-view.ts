import type { JsonSchema } from '#contract/wallet-service/describe.ts';
import { type Html, html } from './html.ts';
import { decidedMark, inline } from './prose.ts';

/** A value's type; for a named schema, a link to its description. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, items, type, format, enum: allowed, const: only } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (anyOf !== undefined) {
    const forms = anyOf.map((form, index) => html`${index > 0 && ' or '}${typeOf(form)}`);
    return html`${forms}`;
  }
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (allowed !== undefined) {
    return html`${allowed.map((value, index) => html`${index > 0 && ' · '}<code>${String(value)}</code>`)}`;
  }
  if (items !== undefined) return html`list of ${typeOf(items)}`;
  const map = mapOf(schema);
  if (map !== undefined) return html`map of text to ${typeOf(map)}`;
  const words = Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
  return html`${words.replaceAll('string', 'text')}${format !== undefined && ` (${format})`}`;
}

/** The schema of the values, where the object is a map. */
function mapOf({ type, properties, additionalProperties: values }: JsonSchema): JsonSchema | undefined {
  return type === 'object' && properties === undefined && typeof values === 'object' ? values : undefined;
}

function range(low: number | undefined, high: number | undefined): string | undefined {
  if (high === undefined) return low === undefined ? undefined : `at least ${low}`;
  return low === undefined ? `at most ${high}` : `${low} to ${high}`;
}

/** Its bounds and its default. */
function rulesOf(schema: JsonSchema): Html {
  const { minimum, maximum, minLength, maxLength, pattern, default: preset } = schema;
  const length = range(minLength, maxLength);
  const size = range(minimum, maximum);
  const rules = [
    length !== undefined && html`${length} characters`,
    size !== undefined && html`${size}`,
    pattern !== undefined && html`pattern <code>${pattern}</code>`,
    preset !== undefined && html`default <code>${String(preset)}</code>`,
  ].filter((rule) => rule !== false);
  return html`${rules.map((rule) => html`<span class="rule">${rule}</span>`)}`;
}

export type Row = { name: string; schema: JsonSchema; isRequired: boolean; isDecided: boolean; text: string };

export function rowsOf({ properties = {}, required = [] }: JsonSchema): Row[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    isDecided: schema['x-decided'] === true,
    text: schema.description ?? '',
  }));
}

/**
 * Parameters or fields. Those of an object inside are listed below their own. `given`: whether the caller writes them.
 */
export function fieldList(rows: readonly Row[], { isGiven }: { isGiven: boolean }): Html {
  const items = rows.map(({ name, schema, isRequired, isDecided, text }) => {
    const inner = rowsOf(schema);
    const need = isGiven ? isRequired && 'required' : !isRequired && 'optional';
    return html`<li>
      <div class="field">
        <code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>
        ${need !== false && html`<span class="need">${need}</span>`} ${isDecided && decidedMark}
      </div>
      <div class="text">${inline(text)} ${rulesOf(schema)}</div>
      ${inner.length > 0 && fieldList(inner, { isGiven })}
    </li>`;
  });
  return html`<ul class="fields">
    ${items}
  </ul>`;
}
