// HTML as people see it.

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }

/** The text in HTML that our templates wrote. */
export function textOfMarkup(markup: string): string {
  return markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(#?\w+);/g, (whole, name) => SIGNS[name] ?? whole)
}
