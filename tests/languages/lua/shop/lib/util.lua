local M = {}
--^ constant M

M.version = "1"
--^ constant M.version

local function double(x)
--^ function double
    return x * 2
end

function M.twice(x)
--^ method M.twice
    return double(x)
    --^ call double -> M.twice
end

M.again = function(x)
--^ method M.again
    return M.twice(x)
    --^ call M.twice -> M.again
end

function everywhere()
--^ function everywhere
end

return M
