// An Express server with one route: start-up is compared with it.

import express from 'express'

const app = express()
app.get('/beta/offers', (_req, res) => {
  res.json({ data: [] })
})
app.listen(Number(process.argv[2]), '127.0.0.1')
