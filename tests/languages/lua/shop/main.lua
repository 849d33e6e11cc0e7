-- check: definition call inherit import use
local util = require("lib.util")
--^ import lib/util.lua
local Account = require "lib.account"
--^ import lib/account.lua
local socket = require("socket")

local LIMIT = 3
--^ constant LIMIT

local Saving = setmetatable({}, {__index = Account})
--^ class Saving
--^ inherit lib/account.lua#Account -> Saving
Saving.__index = Saving
--^ use Saving -> module

function Saving.new(owner)
--^ method Saving.new
    local self = setmetatable({}, Saving)
    --^ use Saving -> Saving.new
    self.other = Account.new(owner)
    --^ call lib/account.lua#Account.new -> Saving.new
    --^ use lib/account.lua#Account -> Saving.new
    return self
end

function Saving:rate()
--^ method Saving.rate
    self:deposit(LIMIT)
    --^ call lib/account.lua#Account.deposit -> Saving.rate
    --^ use LIMIT -> Saving.rate
    self.other:close()
    --^ call lib/account.lua#Account.close -> Saving.rate
    return util.twice(LIMIT)
    --^ call lib/util.lua#M.twice -> Saving.rate
    --^ use LIMIT -> Saving.rate
    --^ use lib/util.lua#M -> Saving.rate
end

local function run()
--^ function run
    local saving = Saving.new("x")
    --^ call Saving.new -> run
    --^ use Saving -> run
    saving:rate()
    --^ call Saving.rate -> run
    saving:deposit(1)
    --^ call lib/account.lua#Account.deposit -> run
    local helper = function(x) return util.twice(x) end
    --^ call lib/util.lua#M.twice -> run.helper
    --^ function run.helper
    --^ use lib/util.lua#M -> run.helper
    helper(2)
    --^ call run.helper -> run
    socket.connect()
    everywhere()
    --^ call lib/util.lua#everywhere -> run
    for i, v in pairs({}) do
        v:rated()
    end
end

local actions = {
--^ constant actions
    start = function() run() end,
    --^ call run -> actions.start
    --^ function actions.start
}

actions.start()
--^ call actions.start -> module
--^ use actions -> module
run()
--^ call run -> module
