// Words and phrases that mean the same in offers, in Spanish and English: the only table of them. A search for one of a row
// also finds offers with the others.

import { benefitKindOf, type Offer } from '../api/types.ts'

export interface EqualWords {
  /** In lower case, without accents, in singular; separated by commas. Each is in one row only. */
  phrases: string
  /** Longer phrases that contain one of `phrases`, and mean something else. */
  not?: string
  /** In a text with one of `near`, `phrases` mean something else. */
  notNear?: { phrases: string; near: string }
  /** Whether the benefit of an offer means it, even if no text says so. */
  isMeantBy?: (offer: Offer) => boolean
}

/** At most forty rows: a row is for what many people ask for, and a test has an example of each. */
export const EQUAL_WORDS: readonly EqualWords[] = [
  {
    phrases:
      'gratis, gratuito, gratuita, gratuitamente, sin costo, sin cargo, costo cero, liberado, liberada, free, ' +
      'free of charge, no cost, no charge, complimentary',
    not: 'alcohol free, duty free, gluten free, lactose free, sugar free, tax free',
    // An unlocked phone is no gift.
    notNear: {
      phrases: 'liberado, liberada',
      near: 'celular, chip, equipo, iphone, movil, phone, smartphone, telefono',
    },
    isMeantBy: (offer) => benefitKindOf(offer) === 'percentage' && offer.benefit.value === 100,
  },
  {
    phrases:
      '2x1, 2 por 1, dos por uno, dos por el precio de uno, lleva 2 paga 1, lleva dos paga uno, 2 for 1, two for one, ' +
      'two for the price of one, buy one get one, bogo',
    isMeantBy: (offer) => benefitKindOf(offer) === 'multibuy' && offer.benefit.value === 2,
  },
  {
    phrases: 'sin interes, cero interes, 0 interes, interest free, no interest, without interest',
    isMeantBy: (offer) => benefitKindOf(offer) === 'installments',
  },
  { phrases: 'sin tope, no cap, without cap, without a cap, uncapped' },
  {
    phrases:
      'sin minimo, sin compra minima, sin minimo de compra, sin monto minimo, sin monto minimo de compra, sin consumo minimo, ' +
      'no minimum, no minimum purchase, no minimum spend, no minimum order, without minimum purchase, without a minimum purchase',
  },
  { phrases: 'en linea, online, on line, por internet' },
  { phrases: 'alimento, comida, food' },
  { phrases: 'anteojo, lente, optica, optico, glasses, eyewear, optician' },
  { phrases: 'auto, automovil, coche, vehiculo, car' },
  { phrases: 'bencina, combustible, gasolina, petrol, fuel' },
  {
    phrases: 'cashback, cash back, devolucion, reembolso, reintegro, money back, refund',
    isMeantBy: (offer) => benefitKindOf(offer) === 'cashback',
  },
  { phrases: 'cafe, cafeteria, coffee' },
  { phrases: 'celular, telefono, movil, smartphone, phone' },
  { phrases: 'pizza, pizzeria' },
  { phrases: 'cine, pelicula, cinema, movie' },
  { phrases: 'clase, curso, class, course' },
  { phrases: 'computador, notebook, computer, laptop' },
  { phrases: 'concierto, recital, concert' },
  { phrases: 'dental, dentista, odontologia, odontologico, odontologica, odontologo, odontologa, dentist' },
  { phrases: 'despacho, envio, delivery, shipping' },
  { phrases: 'entrada, ticket' },
  { phrases: 'farmacia, medicamento, remedio, pharmacy, medicine' },
  { phrases: 'flor, floreria, flower, florist' },
  { phrases: 'gato, gata, felino, cat' },
  { phrases: 'gimnasio, fitness, gym' },
  { phrases: 'hamburguesa, hamburgueseria, burger, hamburger' },
  { phrases: 'hotel, alojamiento, hospedaje, hostal, accommodation, hostel' },
  { phrases: 'libro, libreria, book, bookshop' },
  { phrases: 'masaje, massage' },
  { phrases: 'mascota, pet' },
  { phrases: 'mueble, muebleria, furniture' },
  { phrases: 'museo, museum' },
  { phrases: 'nino, nina, infantil, child, kid' },
  { phrases: 'peluqueria, barberia, peluquero, barber, haircut, hairdresser' },
  { phrases: 'perro, perra, canino, dog' },
  { phrases: 'restaurante, restoran, restaurant' },
  { phrases: 'ropa, vestuario, clothes, clothing' },
  { phrases: 'supermercado, grocery, supermarket' },
  { phrases: 'teatro, theater, theatre' },
  { phrases: 'veterinaria, veterinario, vet' },
]
