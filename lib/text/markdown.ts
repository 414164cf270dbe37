// Text of others in Markdown.

/** SECURITY: rejected records may hold anything, and none of it may become markup. */
export function plainMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&')
}
