// Reads whether a cell of a status column calls its row running. Words are folded, in the languages of the tables, in no
// order. A new word for a status goes into RUNNING or NOT_RUNNING, and one for an end that can mean nothing else, whatever
// its column, into `saysNoOffer`.

import { headingWords, wordsOf } from './words.ts'

const YES: readonly string[] = 'true, yes, si, s, sim, oui, ja, da, y, 1'.split(', ')
const NO: readonly string[] = 'false, no, nao, non, nein, nu, n, 0'.split(', ')

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ...YES.map((word) => [word, true] as const),
  ...NO.map((word) => [word, false] as const),
])

const RUNNING: ReadonlySet<string> = new Set([
  ...YES,
  ...(
    'active, activo, activa, ativo, ativa, attivo, actif, aktiv, activ, running, live, ' +
    'on, published, publicado, publicada, publish, vigente, vigentes, open, abierto, new, nuevo, approved, aprobado, aprobada, enabled, ' +
    'habilitado, habilitada, valid, valido, current, ongoing, available, disponible, scheduled, programado, programada, upcoming, proximo, laufend, closing, expiring, ' +
    'en cours, in corso, visible, publie, disponivel, abierta, attiva, verfugbar, in stock'
  ).split(', '),
])

const NOT_RUNNING: ReadonlySet<string> = new Set([
  ...NO,
  ...(
    'inactive, inactivo, inactiva, inativo, inativa, inattivo, inactif, inaktiv, inactiv, not active, no activo, ' +
    'expired, expirado, expirada, expire, vencido, vencida, caducado, caducada, ended, finalizado, ' +
    'finalizada, terminado, terminada, finished, completed, over, encerrado, closed, cerrado, suspended, suspendido, suspendida, suspenso, paused, pausado, pausada, draft, ' +
    'borrador, rascunho, disabled, deshabilitado, desactivado, cancelled, canceled, cancelado, archived, archivado, deleted, ' +
    'eliminado, removed, struck, abolished, rejected, rechazado, off, unavailable, no disponible, agotado, sold out, pending, pendiente, ' +
    'pendente, unpublished, hidden, abgelaufen, beendet, scaduto, terminato, termine, expirat, expiree, perime, ferme, brouillon, encerrada, esgotado, indisponivel, cerrada, scaduta, agotada, cancelada, eliminada, archivada, out of stock, verlopen'
  ).split(', '),
])

/** Headings under which "yes" means that the row is not running. */
const NEGATIVE =
  /\b(?:expired|expirado|vencido|caducado|inactiv[eo]|disabled|deleted|eliminado|abgelaufen|scaduto|expirat|archived|archivado|removed|hidden|sold out|agotado|esgotado|cancelled|cancelado|closed|draft|borrador)\b/

/** Words of headings of deletions, folded. */
export const DELETION_WORDS =
  'deleted deletion removed removal archived archivado archivada eliminado eliminada eliminacion borrado borrada removido removida ' +
  'excluido excluida cancelled canceled cancelado cancelada anulado anulada withdrawn revoked retirado retirada baja apagado ' +
  'geloscht entfernt storniert zuruckgezogen supprime supprimee retire retiree annule annulee rimosso rimossa cancellato cancellata ' +
  'eliminato eliminata annullato annullata ritirato ritirata verwijderd geannuleerd ingetrokken vervallen sters stearsa anulat ' +
  'borttagen raderad slettet fjernet poistettu usuniety usunieta usuniete usunieto smazano zruseno silindi silinme'
const DELETIONS: ReadonlySet<string> = new Set(DELETION_WORDS.split(' '))

/** Whether a heading names deletions: under "deleted_at", a day says that the row is gone. */
export function isOfDeletions(heading: string): boolean {
  return headingWords(heading)
    .split(' ')
    .some((word) => DELETIONS.has(word))
}

/**
 * Whether a text only says yes or no, or ticks a box with an x. The figures 0 and 1 may count something. `isRunning` reads
 * no x, since in a status column it may also cross a row out.
 */
export function isYesOrNo(text: string): boolean {
  const word = wordsOf(text)
  return word === 'x' || (ANSWERS.has(word) && /[a-z]/.test(word))
}

/** Whether a cell of any column, such as that of the benefit, says that its row has ended, or that there is no offer. */
export function saysNoOffer(text: string): boolean {
  return /^(?:expired|ended|sold out|vencid[oa]|caducad[oa]|expirad[oa]|finalizad[oa]|agotad[oa]|esgotad[oa]|abgelaufen|scadut[oa]|ausverkauft|uitverkocht|vyprodano|utsolgt|epuise|esaurit[oa]|wyprzedane|suspendid[oa](?: hasta nuevo aviso)?|ya no aplica|no renovad[oa]|(?:dad[oa] )?de baja|no vigente|(?:no|sin|sem) (?:promo|promotion|promocion|promocao|offer|oferta|discount|descuento|desconto)s?)$/.test(
    wordsOf(text),
  )
}

/**
 * Whether a text says that its row is running; undefined if it says neither.
 * @param heading of its column: under "Expired", "yes" means that the row is not running
 */
export function isRunning(heading: string, text: string): boolean | undefined {
  const word = wordsOf(text)
  const answer = ANSWERS.get(word)
  const words = headingWords(heading)
  if (answer !== undefined && NEGATIVE.test(words)) return !answer
  if (NOT_RUNNING.has(word)) return false
  // "Vigente hasta agotar stock": a first word of four letters or more decides; "no", "si" and "on" begin other texts.
  // Not so for an end, since "Cerrado los lunes" and "Agotado en Temuco" are no end of the offer.
  const [firstWord = ''] = word.split(' ')
  const says = RUNNING.has(word) || (firstWord.length > 3 && RUNNING.has(firstWord))
  return says ? true : undefined
}
