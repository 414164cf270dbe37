// Tables and what is proposed for them: each column that is taken, each doubt and question word by word, and what is
// not proposed.

import t from 'tap'
import { openSample, proposeWith } from '../../../import/proposing/propose-with.ts'
import { type Answers, questionText } from '../../../import/proposing/questions.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { fileOf } from '../import-table.ts'

t.setTimeout(MINUTE_MS)

interface Case {
  name: string
  file: string
  text: string
  answers: Answers
  /** Without `NO_CATEGORY`. */
  doubts: readonly string[]
  /** Without that for the time zone. */
  questions: readonly string[]
  /** How the file and its cells are read, and the type of new issuers. */
  read: string
  /** Without what is null, and without the category of `NO_CATEGORY`. */
  offer: string
  unused: string
}

const NO_CATEGORY = '/offer/category: no heading says what it is about: all offers go into "Offers"'

const CASES: readonly Case[] = [
  {
    name: 'nothing but offers',
    file: 'a.csv',
    text: 'Descuento;Lugar propio\n20%;uno\n10%;dos\n',
    answers: {},
    doubts: [
      '/offer/title: no heading says what the offer is: "Lugar propio" is taken',
      '/offer/ref: no column numbers the rows: Lugar propio stands for it, and an offer whose texts change there gets another id',
    ],
    questions: [
      '/offer/issuer: who gives the offers? { "constant": "Name" }',
      '/catalogue/country: the country of the offers, such as "CL"; it decides how numbers and money are read',
      '/catalogue/attribution: who provides the data, such as "Name · name.example"; may be left out if there is one issuer for all rows',
    ],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":null,"currency":null,"type":"other"}',
    offer:
      '{"ref":{"column":"Lugar propio"},"title":{"column":"Lugar propio"},"benefit":{"worth":[{"as":"discount","column":"Descuento"}],"summary":{"column":"Descuento"}}}',
    unused: '',
  },
  {
    name: 'a shop, and no issuer',
    file: 'a.csv',
    text: 'id;oferta;tienda\n1;20% dcto;A\n2;10% dcto;B\n',
    answers: { country: 'CL' },
    doubts: [],
    questions: [
      '/offer/issuer: who gives the offers? { "constant": "Name" }, or { "column": "tienda" } if each place gives its own',
      '/catalogue/attribution: who provides the data, such as "Name · name.example"; may be left out if there is one issuer for all rows',
    ],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"other"}',
    offer:
      '{"ref":{"column":"id"},"title":{"column":"oferta"},"merchant":{"column":"tienda"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'an issuer of its own, several time zones',
    file: 'a.csv',
    text: 'id;oferta;banco\n1;20% dcto;A\n2;10% dcto;B\n',
    answers: { country: 'US' },
    doubts: [],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":".","currency":"USD","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'a country without a currency that is known',
    file: 'a.csv',
    text: 'id;oferta;banco\n1;20% dcto;A\n2;10% dcto;B\n',
    answers: { country: 'AQ' },
    doubts: [
      '/formats/currency: that of AQ is not known: amounts without a sign are not read until it is given, such as "currency": "EUR"',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":null,"currency":null,"type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'headings below titles',
    file: 'a.csv',
    text: 'Ofertas;;\nde hoy;;\nid;oferta;banco\n1;20% dcto;A\n2;10% dcto;B\n',
    answers: { country: 'CL' },
    doubts: [
      '/read/headings: the headings are in line 3; lines 1 to 2 stand above them and are not read: 0 if the table has no headings',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":3,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'headings below one title',
    file: 'a.csv',
    text: 'Ofertas;;\nid;oferta;banco\n1;20% dcto;A\n2;10% dcto;B\n',
    answers: { country: 'CL' },
    doubts: [
      '/read/headings: the headings are in line 2; line 1 stands above them and is not read: 0 if the table has no headings',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":2,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'headings whose words are not known',
    file: 'a.csv',
    text: 'uno;dos;tres\nk-1;20% dcto en todo;A\nk-2;10% dcto en todo;B\n',
    answers: { country: 'CL' },
    doubts: [
      '/read/headings: line 1 is taken for the headings, though none of its words is known: 0 if it is an offer',
      '/offer/title: no heading says what the offer is: "dos" is taken',
      '/offer/ref: no column numbers the rows: dos stands for it, and an offer whose texts change there gets another id',
    ],
    questions: [
      '/offer/issuer: who gives the offers? { "constant": "Name" }',
      '/catalogue/attribution: who provides the data, such as "Name · name.example"; may be left out if there is one issuer for all rows',
    ],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"other"}',
    offer:
      '{"ref":{"column":"dos"},"title":{"column":"dos"},"benefit":{"worth":[{"as":"text","column":"dos"}],"summary":{"column":"dos"}}}',
    unused: 'uno, tres',
  },
  {
    name: 'no headings',
    file: 'a.csv',
    text: '20% dcto en todo;2026-01-01;2026-02-01;9\n10% dcto;2026-01-02;2026-02-02;8\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/title: no heading says what the offer is: "A" is taken',
      '/offer/ref: no column numbers the rows: A stands for it, and an offer whose texts change there gets another id',
      '/offer/valid_from: "B" and "C" are taken for the first and the last day',
    ],
    questions: [
      '/offer/issuer: who gives the offers? { "constant": "Name" }',
      '/catalogue/attribution: who provides the data, such as "Name · name.example"; may be left out if there is one issuer for all rows',
    ],
    read: '{"delimiter":";","headings":0,"dates":["YYYY-MM-DD"],"decimal":",","currency":"CLP","type":"other"}',
    offer:
      '{"ref":{"column":"A"},"title":{"column":"A"},"valid_from":{"column":"B"},"valid_until":{"column":"C"},"benefit":{"worth":[{"as":"text","column":"A"}],"summary":{"column":"A"}}}',
    unused: 'D',
  },
  {
    name: 'lists within lists',
    file: 'a.json',
    text: '{"shops":[{"name":"A","offers":[{"id":"1","titulo":"20% dcto"},{"id":"2","titulo":"10% dcto"}]}]}',
    answers: { country: 'CL' },
    doubts: [
      '/read/records: each item at /shops/*/offers is taken for an offer; --records names another list, such as "/shops"',
    ],
    questions: [
      '/offer/issuer: who gives the offers? { "constant": "Name" }',
      '/catalogue/attribution: who provides the data, such as "Name · name.example"; may be left out if there is one issuer for all rows',
    ],
    read: '{"records":"/shops/*/offers","dates":[],"decimal":",","currency":"CLP","type":"other"}',
    offer:
      '{"ref":{"column":"/id"},"title":{"column":"/titulo"},"benefit":{"worth":[{"as":"text","column":"/titulo"}],"summary":{"column":"/titulo"}}}',
    unused: '/shops/*/name',
  },
  {
    name: 'a feed that is known',
    file: 'a.csv',
    text: 'lmd_id,store,long_offer,title,categories,offer_value,status,start_date,end_date,url\n1,S,20% off,T,"A,B",20%,new,2026-09-01,2026-09-30,https://a.example\n',
    answers: { country: 'CL', issuer: 'Club' },
    doubts: ['The value is read out of long_offer: offer_value says 20% where the offer is "up to 20%".'],
    questions: [],
    read: '{"delimiter":",","headings":1,"skip":[{"column":"status","values":["suspended","expired"]}],"dates":["YYYY-MM-DD"],"decimal":",","currency":"CLP","type":"retailer"}',
    offer:
      '{"ref":{"column":"lmd_id"},"issuer":{"constant":"Club"},"title":{"column":"title"},"category":{"column":"categories","before":",","otherwise":"Offers"},"merchant":{"column":"store"},"url":{"first_of":["url"]},"valid_from":{"column":"start_date"},"valid_until":{"column":"end_date"},"benefit":{"worth":[{"column":"long_offer","as":"text"},{"column":"title","as":"text"}],"summary":{"first_of":["long_offer","title"]}}}',
    unused: 'offer_value',
  },
  {
    name: 'a feed of one shop',
    file: 'a.tsv',
    text: 'promotion_id\tlong_title\tpromotion_effective_dates\tmoney_off_amount\tother\nP1\t12% off\t2026-09-01T00:00:00-04:00/2026-09-15T23:59:00-03:00\t\tx\n',
    answers: { country: 'CL' },
    doubts: [
      'A feed is of one shop, and does not name it.',
      '/formats/dates: moments are the first and the last of a day: they are taken as the days that they name (instant-as-day)',
    ],
    questions: [
      '/offer/issuer: who gives the offers? { "constant": "Name" }',
      '/catalogue/attribution: who provides the data, such as "Name · name.example"; may be left out if there is one issuer for all rows',
    ],
    read: '{"delimiter":"\\t","headings":1,"dates":["YYYY-MM-DD","instant-as-day"],"decimal":",","currency":"CLP","type":"retailer"}',
    offer:
      '{"ref":{"column":"promotion_id"},"title":{"column":"long_title"},"valid_from":{"column":"promotion_effective_dates","end":"first"},"valid_until":{"column":"promotion_effective_dates","end":"last"},"benefit":{"worth":[{"column":"money_off_amount","as":"amount"},{"column":"long_title","as":"text"}],"summary":{"column":"long_title"}}}',
    unused: 'other',
  },
  {
    name: 'rows that are too wide, and columns that are refused',
    file: 'a.csv',
    text: 'id;banco;oferta;comuna;url\n1;A;20% dcto;12;x\n2;A;10% dcto;13;y\n3;A;5%; dcto;14;z\n',
    answers: { country: 'CL' },
    doubts: [
      'more cells than the heading has stand in line 4: these rows are not imported',
      '/offer/comunas: "comuna" holds "12" and the like: it is not taken',
      '/offer/url: "url" holds "x" and the like: it is not taken',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: 'comuna, url, F',
  },
  {
    name: 'categories',
    file: 'a.csv',
    text: 'id;banco;oferta;categoria\n1;A;20% dcto;Cine, Teatro\n2;A;10% dcto;Cine\n3;A;5% dcto;\n',
    answers: { country: 'CL' },
    doubts: ['/offer/category: "categoria" lists several: the first of them is taken'],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"category":{"column":"categoria","before":",","otherwise":"Otros"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'places, weekdays and periods',
    file: 'a.csv',
    text: 'id;banco;oferta;comuna;dias;vigencia\n1;A;20% dcto;Maipú, Lota;lunes;01/09/2026 al 30/09/2026\n2;A;10% dcto;Todas;martes;01/09/2026 al 15/09/2026\n3;A;5% dcto;Lota;;\n',
    answers: { country: 'CL' },
    doubts: ['/formats/dates: no day is later than the 12th: DD/MM/YYYY is what people write in CL'],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":["DD/MM/YYYY"],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"comunas":{"column":"comuna","none":["Todas"]},"weekdays":{"column":"dias"},"valid_from":{"column":"vigencia","end":"first"},"valid_until":{"column":"vigencia","end":"last"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'places and weekdays that are none',
    file: 'a.csv',
    text: 'id;banco;oferta;ciudad;dias;vigencia\n1;A;20% dcto;Soweto, JHB;12;pronto\n2;A;10% dcto;Melville, JHB;13;luego\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/comunas: the values of "ciudad" show no lists: a comma or an "and" is part of a name; "split": [","] makes several places of it',
      '/offer/weekdays: "dias" holds no days of the week, and is not taken',
      '/offer/valid_from: "vigencia" holds no periods that are understood, and is not taken',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"comunas":{"column":"ciudad","none":[],"split":[";","/","|","\\n"]},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: 'dias, vigencia',
  },
  {
    name: 'a period of single days',
    file: 'a.csv',
    text: 'id;banco;oferta;vigencia\n1;A;20% dcto;01/02/2026\n2;A;10% dcto;03/02/2026\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/valid_until: "vigencia" holds one day in each row: it is taken for the last',
      '/formats/dates: no day is later than the 12th: DD/MM/YYYY is what people write in CL',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":["DD/MM/YYYY"],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"valid_until":{"column":"vigencia"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'bare numbers, prices and sentences as caps',
    file: 'a.csv',
    text: 'id;banco;titulo;descuento;precio;tope\n1;A;Té;20;990;según tarjeta\n2;A;Café;10;1990;según banco\n',
    answers: { country: 'CL' },
    doubts: [
      '"descuento" holds bare numbers: they are not read until "as" says percentage or amount',
      '"precio" is taken for the price that is paid (fixed_price)',
      '/offer/benefit/cap: "tope" holds sentences, and is not taken',
      '/offer/benefit/worth: no value was found in the first 2 offers, all of them are of kind other',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"text","column":"descuento"},{"as":"text","column":"titulo"},{"as":"fixed_price","column":"precio"}],"summary":{"column":"titulo"}}}',
    unused: 'tope',
  },
  {
    name: 'fractions',
    file: 'a.csv',
    text: 'id;banco;titulo;porcentaje;reintegro;monto\n1;A;Té;0,2;0,1;500\n2;A;Café;0,1;0,2;300\n',
    answers: { country: 'CL' },
    doubts: [
      '"porcentaje": 0,2 is taken for 20 % (fraction)',
      '"reintegro": 0,2 is taken for 20 % (fraction)',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"percentage","column":"porcentaje","unit":"fraction"},{"as":"cashback","column":"reintegro","unit":"fraction"},{"as":"amount","column":"monto"},{"as":"text","column":"titulo"}],"summary":{"column":"titulo"}}}',
    unused: '',
  },
  {
    name: 'a benefit of fractions',
    file: 'a.csv',
    text: 'id;banco;titulo;descuento\n1;A;Té;0,2\n2;A;Café;0,1\n',
    answers: { country: 'CL' },
    doubts: ['"descuento": 0,2 is taken for 20 % (fraction)'],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"percentage","column":"descuento","unit":"fraction"},{"as":"text","column":"titulo"}],"summary":{"column":"titulo"}}}',
    unused: '',
  },
  {
    name: 'kinds',
    file: 'a.csv',
    text: 'id;banco;titulo;descuento;tipo beneficio\n1;A;Té;20;Porcentaje\n2;A;Café;500;Monto fijo\n3;A;Pan;5;sorpresa\n',
    answers: { country: 'CL' },
    doubts: [],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"value","column":"descuento"},{"as":"text","column":"titulo"}],"kind":{"column":"tipo beneficio","lookup":{"Porcentaje":"percentage","Monto fijo":"amount","sorpresa":null}},"summary":{"column":"titulo"}}}',
    unused: '',
  },
  {
    name: 'kinds that are not known',
    file: 'a.csv',
    text: 'id;banco;titulo;descuento;tipo beneficio\n1;A;Té;20;uno\n2;A;Café;500;dos\n3;A;Pan;5;Porcentaje\n',
    answers: { country: 'CL' },
    doubts: [
      '"descuento" holds bare numbers: they are not read until "as" says percentage or amount',
      '/offer/benefit/worth: no value was found in the first 3 offers, all of them are of kind other',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"text","column":"descuento"},{"as":"text","column":"titulo"}],"summary":{"column":"titulo"}}}',
    unused: 'tipo beneficio',
  },
  {
    name: 'several currencies',
    file: 'a.csv',
    text: 'id;banco;titulo;monto;precio;tope;moneda\n1;A;20% Té;20;5;1;EUR\n2;A;10% Café;500;6;2;USD\n',
    answers: { country: 'CL' },
    doubts: [
      '/formats/currency: "moneda" names EUR, USD: columns of amounts without a sign are not taken',
      '/offer/benefit/worth: no value was found in the first 2 offers, all of them are of kind other',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"text","column":"titulo"}],"summary":{"column":"titulo"}}}',
    unused: 'monto, precio, tope, moneda',
  },
  {
    name: 'one currency',
    file: 'a.csv',
    text: 'id;banco;titulo;monto;moneda\n1;A;20% Té;20;EUR\n2;A;10% Café;500;EUR\n',
    answers: { country: 'CL' },
    doubts: [
      '/formats/currency: "moneda" says EUR in every row',
      '/offer/benefit/worth: no value was found in the first 2 offers, all of them are of kind other',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"EUR","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"amount","column":"monto"},{"as":"text","column":"titulo"}],"summary":{"column":"titulo"}}}',
    unused: 'moneda',
  },
  {
    name: 'columns that nothing uses',
    file: 'a.csv',
    text: 'id;banco;oferta;retiro;cuando;ver;socios;bono\n1;A;20% dcto;2026-01-01;lunes;https://a.example/1;20%;$ 500\n2;A;10% dcto;2026-01-02;martes;https://a.example/2;10%;$ 300\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/valid_until: "retiro" holds days and is not used: "valid_until": { "column": "retiro" } reads it',
      '/offer/weekdays: "cuando" holds days of the week and is not used: "weekdays": { "column": "cuando" } reads it',
      '/offer/url: "ver" holds addresses and is not used: "url": { "column": "ver" } reads it',
      '/offer/benefit/worth: "socios" holds percentages and is not used: { "as": "percentage", "column": "socios" } reads it',
      '/offer/benefit/worth: "bono" holds amounts of money and is not used: { "as": "amount", "column": "bono" } reads it',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: 'retiro, cuando, ver, socios, bono',
  },
  {
    name: 'no value, and columns that speak of figures',
    file: 'a.csv',
    text: 'id;banco;oferta;bases;otras\n1;A;Té;Lleva 20% hoy;ahorra $ 5 hoy\n2;A;Café;Lleva 10% hoy;ahorra $ 6 hoy\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/benefit/worth: no value was found in the first 2 offers, all of them are of kind other: look at { "as": "text", "column": "bases" }, { "as": "text", "column": "otras" }',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: 'bases, otras',
  },
  {
    name: 'no number of rows: texts stand for it',
    file: 'a.csv',
    text: 'banco;oferta;tienda\nA;20% dcto;X\nA;20% dcto;Y\nA;10% dcto;X\nA;10% dcto;X\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/ref: no column numbers the rows: tienda + oferta stand for it, and an offer whose texts change there gets another id',
      '/offer/ref: 1 of 4 rows repeat an earlier one (in line 5) in all these columns, and are not imported',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"columns":["tienda","oferta"],"join":" | "},"issuer":{"column":"banco"},"title":{"column":"oferta"},"merchant":{"column":"tienda"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'no number of rows: one text stands for it',
    file: 'a.csv',
    text: 'banco;oferta\nA;20% dcto\nA;10% dcto\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/ref: no column numbers the rows: oferta stands for it, and an offer whose texts change there gets another id',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"oferta"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'no number of rows: addresses stand for it',
    file: 'a.csv',
    text: 'banco;oferta;link\nA;20% dcto;https://a.example/1\nA;20% dcto;https://a.example/2\n',
    answers: { country: 'CL' },
    doubts: ['/offer/ref: no column numbers the rows: "link" stands for it, and differs in each of 2 rows'],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"link"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"url":{"column":"link"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'a number with gaps',
    file: 'a.csv',
    text: 'id;banco;oferta\n1;A;20% a\n1;A;20% b\n;A;20% c\n4;A;20% d\n5;A;20% e\n6;A;20% f\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/ref: "id" is blank in line 4, and repeats in line 3: these rows are not imported',
      '/offer/benefit/worth: no value was found in the first 5 offers, all of them are of kind other',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'a number that is none',
    file: 'a.csv',
    text: 'id;banco;oferta\n1;A;20% a\n1;A;20% b\n1;A;20% c\n1;A;20% d\n',
    answers: { country: 'CL' },
    doubts: [
      '/offer/ref: "id" repeats in line 3, 4, 5: it is not taken',
      '/offer/ref: no column numbers the rows: oferta stands for it, and an offer whose texts change there gets another id',
      '/offer/benefit/worth: no value was found in the first 4 offers, all of them are of kind other',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"oferta"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: 'id',
  },
  {
    name: 'answers settle what was in doubt',
    file: 'a.csv',
    text: 'banco;oferta\nA;20% dcto\nA;10% dcto\n',
    answers: { country: 'CL', ref: 'oferta', title: 'banco', attribution: 'X' },
    doubts: [],
    questions: [],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"oferta"},"issuer":{"column":"banco"},"title":{"column":"banco"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'types of issuers',
    file: 'a.csv',
    text: 'id;anunciante;oferta\n1;A;20% a\n2;A;20% b\n',
    answers: { country: 'CL' },
    doubts: ['/offer/benefit/worth: no value was found in the first 2 offers, all of them are of kind other'],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"retailer"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"anunciante"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'a municipality',
    file: 'a.csv',
    text: 'id;municipalidad;oferta\n1;A;20% a\n2;A;20% b\n',
    answers: { country: 'CL' },
    doubts: ['/offer/benefit/worth: no value was found in the first 2 offers, all of them are of kind other'],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"municipality"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"municipalidad"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'moments that are days',
    file: 'a.csv',
    text: 'id;banco;oferta;desde;hasta\n1;A;20% a;2026-01-01T00:00:00Z;2026-01-31T23:59:59Z\n',
    answers: { country: 'CL' },
    doubts: [
      '/formats/dates: moments are the first and the last of a day: they are taken as the days that they name (instant-as-day)',
      '/offer/benefit/worth: no value was found in the first 1 offers, all of them are of kind other',
    ],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":["YYYY-MM-DD","instant-as-day"],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"valid_from":{"column":"desde"},"valid_until":{"column":"hasta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: '',
  },
  {
    name: 'prices and a summary with gaps',
    file: 'a.csv',
    text: 'id;banco;titulo;beneficio;precio\n1;A;Té;;990\n2;A;Café;;1990\n3;A;Pan;;50\n4;A;Ron;2x1 en todo;50\n',
    answers: { country: 'CL' },
    doubts: ['"precio" is taken for the price that is paid (fixed_price)'],
    questions: ['/catalogue/attribution: who provides the data, such as "Name · name.example"'],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"text","column":"beneficio"},{"as":"text","column":"titulo"},{"as":"fixed_price","column":"precio"}],"summary":{"first_of":["beneficio","titulo"]}}}',
    unused: '',
  },
]

const withoutNulls = (value: object) =>
  JSON.parse(JSON.stringify(value), function (this: object, key, member) {
    return member === null && !('Porcentaje' in this) && key !== '' ? undefined : member
  })

t.test('tables, and what is proposed for them', async (t) => {
  for (const { name, file, text, answers, ...expected } of CASES) {
    await t.test(name, async (t) => {
      const { table, rows } = await openSample(fileOf(t, file, text), answers)
      const { mapping, doubts, questions, unused, feed } = proposeWith(table, rows, answers)
      const { catalogue, read, formats, issuer_type: type, offer, notes } = mapping
      const isAsked = doubts.includes(NO_CATEGORY)
      t.strictSame(
        doubts.filter((doubt) => doubt !== NO_CATEGORY),
        expected.doubts,
      )
      const asked = questions.map(questionText)
      const zone = asked.filter((each) => each.includes('has several, such as "'))
      t.strictSame(
        asked.filter((each) => !zone.includes(each)),
        expected.questions,
      )
      const { country = null } = answers
      t.equal(zone.length, country !== null && catalogue.time_zone === null ? 1 : 0)
      const { encoding: _, ...reading } = { encoding: '', ...read }
      t.strictSame({ ...reading, ...formats, type }, JSON.parse(expected.read))
      const { category, ...members } = withoutNulls(offer)
      const isOffers = JSON.stringify(category) === '{"constant":"Offers"}'
      t.strictSame(isOffers ? members : { ...members, category }, JSON.parse(expected.offer))
      t.equal(isAsked, isOffers && feed === null)
      t.strictSame(unused.join(', '), expected.unused)
      const all = [...asked.map((each) => `TELL ${each}`), ...doubts.map((each) => `CHECK ${each}`)]
      t.strictSame(notes, all.length === 0 ? undefined : all)
      t.equal(catalogue.country, country)
      t.equal(catalogue.attribution, answers.attribution ?? null)
    })
  }
})
