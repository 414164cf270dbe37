// Columns headed by days of the week, in the languages and abbreviations that people use.

import t from 'tap'
import { weekdayColumns } from '../../../import/headings/weekday-columns.ts'

const found = (headings: string) => [...weekdayColumns(headings.split(';'))].join(';')

t.test('days of a week in a row are known in any usual abbreviation', (t) => {
  for (const week of [
    'Mo;Di;Mi;Do;Fr;Sa;So',
    'Pn;Wt;Śr;Cz;Pt;So;Nd',
    'L;M;X;J;V;S;D',
    'M;D;M (2);D (2);F;S;S (2)',
    'Po;Út;St;Čt;Pá;So;Ne',
    'H;K;Sze;Cs;P;Szo;V',
    'Pzt;Sal;Çar;Per;Cum;Cmt;Paz',
    'Пн;Вт;Ср;Чт;Пт;Сб;Вс',
    '月;火;水;木;金;土;日',
    'Ma;Ti;Ke;To;Pe;La;Su',
    'Sun;Mon;Tue;Wed;Thu;Fri;Sat',
    'Pon.;Wt.;Śr.;Czw.;Pt.',
  ])
    t.equal(found(`Nr;Oferta;${week};Nota`), week)
  t.end()
})

t.test('a day in words is known by itself, and other headings are none', (t) => {
  t.equal(found('Nr;Montag;Oferta;domingo'), 'Montag;domingo')
  for (const headings of [
    'Código;Oferta;Descuento;Hasta;Törölve;Nota;Online',
    'Kod;Nazwa oferty;Ważne od;Ważne do;Rabat',
    'Nr;Angebot;Händler;Preis (Cent);Gültig bis',
    'id;store;offer;points;end date;deleted',
    Array.from({ length: 1001 }, () => 'Mo').join(';'),
  ])
    t.equal(found(headings), '')
  t.end()
})
