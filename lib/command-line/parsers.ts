// Parsers that options of several commands share.

import { OperatorError } from '../errors.ts'

export const MAX_PORT = 65_535

/** A whole number without a sign, both ends of the range included. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw expected(`a whole number from ${least} to ${most}`, text)
  }
}

/** One of two or more words. */
export function wordAmong<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((each) => each === text)
    if (word === undefined) throw expected(`${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, text)
    return word
  }
}

/** The error of a parser; the caller puts the name of the option before it. */
export function expected(what: string, found: string): OperatorError {
  return new OperatorError('usage', `expected ${what}, found ${found}`)
}
