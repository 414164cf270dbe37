/** The style of the small page: one column, light or dark as the reader has it. */
export const SMALL_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif }
main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem 4rem }
h1 { font-size: 2.1rem; line-height: 1.15; margin: 0 0 .5rem }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem }
.day { padding: .9rem 1.1rem; background: var(--soft); border-radius: .5rem }
code { font: .9em/1.5 ui-monospace, monospace }
dt { margin-top: 1.1rem; scroll-margin-top: 1rem }
dt span { opacity: .65; margin-left: .4rem }
dt:target { outline: 2px solid; outline-offset: .3rem; border-radius: .2rem }
dd { margin: .15rem 0 0 }
`
