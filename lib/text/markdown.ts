// Texts of others in Markdown.

/** Rejected records hold anything: none of it may become markup. */
export function plainMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&')
}
