-- Sends prepared requests in turn, and prints a report as JSON.
-- wrk … -s cycle.lua URL -- FILE; FILE holds whole requests, each followed by a byte 1.

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

function done(summary, latency)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  local form = '\n{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"median":%f,"p99":%f,"longest":%f}\n'
  io.write(form:format(summary.requests, summary.duration, summary.bytes, failed,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000))
end
