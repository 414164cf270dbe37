// Words that mean the same in offers, in Spanish and English: of "free" and "two for one" all phrases are one word, and
// words for one thing find each other.

import { benefitKindOf, type Offer } from '../api/types.ts'

interface Meaning {
  /** Stands for all of them in the index. In capitals, which no word of a text has there. */
  word: string
  /** Words and phrases in lower case, without accents; in singular. */
  phrases: readonly string[]
  /** Phrases that contain one of these, and mean something else. */
  not?: readonly string[]
  /** Whether a benefit means it without a word. */
  isMeantBy: (offer: Offer) => boolean
}

export const MEANINGS: readonly Meaning[] = [
  {
    word: 'FREE',
    phrases: [
      ...['gratis', 'gratuito', 'gratuita', 'gratuitamente', 'sin costo', 'sin cargo', 'costo cero'],
      ...['liberado', 'liberada', 'free', 'free of charge', 'no cost', 'no charge', 'complimentary'],
    ],
    not: [
      'alcohol free',
      'duty free',
      'gluten free',
      'interest free',
      'lactose free',
      'sugar free',
      'tax free',
    ],
    isMeantBy: (offer) => benefitKindOf(offer) === 'percentage' && offer.benefit.value === 100,
  },
  {
    word: 'TWO_FOR_ONE',
    phrases: [
      ...[
        '2x1',
        '2 por 1',
        'dos por uno',
        'dos por el precio de uno',
        'lleva 2 paga 1',
        'lleva dos paga uno',
      ],
      ...['2 for 1', 'two for one', 'two for the price of one', 'buy one get one', 'bogo'],
    ],
    isMeantBy: (offer) => benefitKindOf(offer) === 'multibuy' && offer.benefit.value === 2,
  },
]

/** An unlocked phone is no gift: next to any of `phones`, these words mean that. */
export const UNLOCKED = {
  words: ['liberado', 'liberada'],
  phones: ['celular', 'chip', 'equipo', 'iphone', 'movil', 'phone', 'smartphone', 'telefono'],
}

/** Words of Spanish and English for one thing, in singular. If one is searched, the others are, too, and come after it. */
export const THINGS: readonly string[] = [
  'alimento comida food',
  'almuerzo lunch',
  'anteojo lente optica glasses eyewear optician',
  'auto automovil coche vehiculo car',
  'bencina combustible gasolina petrol fuel',
  'bicicleta bici bike bicycle',
  'cafe cafeteria coffee',
  'carne carniceria meat',
  'celular telefono movil smartphone phone',
  'cena dinner',
  'cerveza beer',
  'cine pelicula cinema movie',
  'clase curso class course',
  'computador notebook computer laptop',
  'concierto recital concert',
  'dental dentista odontologia dentist',
  'desayuno breakfast',
  'entrada ticket',
  'estacionamiento parking',
  'farmacia medicamento remedio pharmacy medicine',
  'flor floreria flower florist',
  'gato felino cat',
  'gimnasio fitness gym',
  'hamburguesa burger hamburger',
  'helado heladeria icecream',
  'hotel alojamiento hospedaje hostal accommodation hostel',
  'juguete jugueteria toy',
  'lavado lavanderia laundry',
  'libro libreria book bookshop',
  'masaje massage',
  'mascota pet',
  'mueble muebleria furniture',
  'museo museum',
  'neumatico llanta tyre tire',
  'nino nina infantil child kid',
  'panaderia bakery bread',
  'pasaje vuelo flight',
  'pasteleria pastel torta cake',
  'peluqueria barberia peluquero barber haircut hairdresser',
  'perro canino dog',
  'piscina pool',
  'restaurante restoran restaurant',
  'ropa vestuario clothes clothing',
  'sandwich sanguche sangucheria',
  'seguro insurance',
  'supermercado grocery supermarket',
  'teatro theater theatre',
  'televisor television tv',
  'viaje travel trip',
  'veterinaria veterinario vet',
  'vino wine',
  'zapato calzado zapatilla shoe sneaker',
]
