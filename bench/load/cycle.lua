-- Sends prepared requests, one after the other, for ever, and prints what came of it as JSON.
-- wrk … -s cycle.lua URL -- FILE, where FILE holds whole requests with a byte 1 after each.

local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("[^\1]+") do
    requests[#requests + 1] = request
  end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  local form = '\n{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d}\n'
  io.write(form:format(summary.requests, summary.duration, summary.bytes, failed))
end
