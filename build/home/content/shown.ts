// How much the page shows, for the build and for the script of the page.

/** The most offers that a question shows. */
export const SHOWN = 3

/** The days of the calendar, and of a question about a week. The first is the day on which the page is read. */
export const WEEK_DAYS = 7
