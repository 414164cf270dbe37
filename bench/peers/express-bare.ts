// An Express server with nothing in it: what any such program needs to start.

import express from 'express'

const app = express()
app.get('/beta/offers', (_req, res) => {
  res.json({ data: [] })
})
app.listen(Number(process.argv[2]), '127.0.0.1')
