// Not a test, but what one starts: runs SQL in DuckDB, and prints a line for each row.

const [, , api, sql] = process.argv
const { DuckDBInstance } = await import(api)
const connection = await (await DuckDBInstance.create()).connect()
for (const row of await (await connection.runAndReadAll(sql)).getRows()) console.log(row.join(' '))
