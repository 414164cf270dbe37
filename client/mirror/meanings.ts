// Words that mean the same in offers, in Spanish and English. All phrases for "free" count as one word, as do those for
// "two for one"; a search for one word for a thing also finds the other words for it.

import { benefitKindOf, type Offer } from '../api/types.ts'

interface Meaning {
  /** Stands for all of them in the index. In capitals, which no word of a text has there. */
  word: string
  /** Words and phrases in lower case, without accents; in singular. */
  phrases: readonly string[]
  /** Longer phrases that contain one of `phrases`, and mean something else. */
  not?: readonly string[]
  /** Whether the benefit of an offer means it, even if no text says so. */
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

/** In a text that names one of `phones`, these words mean an unlocked phone, not a free one. */
export const UNLOCKED = {
  words: ['liberado', 'liberada'],
  phones: ['celular', 'chip', 'equipo', 'iphone', 'movil', 'phone', 'smartphone', 'telefono'],
}

/**
 * Words of Spanish and English for one thing, as in `phrases`, and each in one line only. A search for one also finds the
 * others, which come after it.
 */
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
