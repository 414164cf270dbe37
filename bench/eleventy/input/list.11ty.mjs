// Every list page, by Eleventy's pagination.

export const data = {
  pagination: { data: 'sheets', size: 1, alias: 'sheet' },
  permalink: ({ sheet }) => `/${sheet.number}.json`,
  layout: null,
}

export function render({ sheet }) {
  return JSON.stringify({ data: sheet.offers, meta: sheet.meta })
}
