// Columns that may say which rows have ended, in any language: few of their cells are filled.

import { fold } from '../../lib/text/plain-letters.ts'
import { isSureCode } from '../cells/countries.ts'
import { saysNoOffer } from '../cells/read-status.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { isOfCurrencies } from '../mapping/row-currency.ts'
import type { ColumnSample } from './look-at-values.ts'
import { areDays } from './what-columns-hold.ts'

/** Headings of notes, folded, in the languages of the tables and some others. */
const OF_NOTES =
  /^(?:notas?|notes?|notiz(?:en)?|poznam\p{L}*|uwag[ai]|opm\.?|opmerking(?:en)?|anm\.?|anmerkung(?:en)?|bemerkung(?:en)?|hinweise?|observ\p{L}*|obs\.?|comentarios?|comments?|commentaires?|remarks?|remarques?|osservazioni|megjegyzes(?:ek)?|anteckning(?:ar)?|bemærkning(?:er)?|merknad(?:er)?|huomautus|huom\.?|napomen[ae]|opomb[ae]|aciklama|notlar?|примечани[ея]|комментари[йи]|备注|備考|비고)$/u

/** Words for an end that notes may state, folded. */
const SAYS_END =
  /ende[dt]?$|beendet|abgelauf|gelosch|finaliz|termin|venc|caduc|expir|baja|elimin|cancel|anul|encerr|scad|conclus|ukonc|zrusen|smazan|skonc|zakonc|usuni|wycof|lejart|torol|megszun|paatty|poistet|loppu|avsluta|utgan|slut|udlob|afslut|verlop|vervall|beeindig|gestopt|ingetrok|bitti|sona er|silin|iptal|законч|заверш|удал|истек|отмен|終了|停止|廃止|削除|已结束|结束|下架|종료|삭제/u

/** At most one row of this many has ended. */
const FEW = 3
/** Longer texts, and more different ones, are remarks. */
const MAX_WORD = 20
const MAX_DIFFERENT = 2

/**
 * Whether few rows have a day or a word in a column that has no role: it may say that they have ended, in any language.
 * @param known whether other columns have the last days, and say which rows run
 */
export function mayBeDeletions(
  sample: ColumnSample,
  { hasEnds, hasStatuses }: { hasEnds: boolean; hasStatuses: boolean },
): boolean {
  const { name, texts, rows } = sample
  // Next to a table without a heading, there are remarks.
  const isHeaded = !/^[A-Z]{1,3}$/.test(name)
  if (!isHeaded || texts.length === 0 || texts.length * FEW > rows || rolesOf(name).length > 0) return false
  if (texts.some(saysNoOffer)) return false
  if (areDays(sample)) return hasEnds
  // Programs write flags of all kinds.
  if (hasStatuses || name.includes('/')) return false
  // A note may say anything.
  if (OF_NOTES.test(fold(name)) && !texts.some((text) => SAYS_END.test(fold(text)))) return false
  const isWord = (text: string) => text.length <= MAX_WORD && /^[^\d%\p{Sc}]+$/u.test(text)
  return new Set(texts).size <= MAX_DIFFERENT && texts.every(isWord) && !areCurrencies(sample)
}

function areCurrencies({ name, texts }: ColumnSample): boolean {
  return isOfCurrencies(name) || texts.every(isSureCode)
}
