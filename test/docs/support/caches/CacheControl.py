import cachecontrol, requests

session = cachecontrol.CacheControl(requests.Session())
