"""The Python SDK 2: python mcp_2.py legacy|auto|2026-07-28. Prints what its user sees of an endpoint that refuses."""

import asyncio
import json
import sys

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from story import HEADERS, URL


async def main(mode):
    async with httpx2.AsyncClient(headers=HEADERS) as http:
        async with Client(streamable_http_client(URL, http_client=http), mode=mode) as client:
            listed = await client.list_tools()
            result = await client.call_tool("list_materials", {})
    print(json.dumps({"tools": len(listed.tools), "said": result.content[0].text}))


asyncio.run(main(sys.argv[1]))
