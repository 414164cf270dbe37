// HTML in which everything from outside is escaped.

/** Text that is HTML already. */
export interface Markup {
  readonly text: string
}

type Part = string | number | Markup | readonly Markup[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose values are escaped unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  // `String.raw` only joins here: `strings` have their escapes resolved already.
  return { text: String.raw({ raw: strings }, ...parts.map(textOf)) }
}

/** A text in which `backticks` mark code. */
export function withCode(text: string): readonly Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
  if (typeof part === 'number') return String(part)
  if ('text' in part) return part.text
  return part.map(({ text }) => text).join('')
}
