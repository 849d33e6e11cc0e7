local Account = {}
--^ class Account
Account.__index = Account

function Account.new(owner)
--^ method Account.new
    return setmetatable({ owner = owner }, Account)
end

function Account:deposit(sum)
--^ method Account.deposit
    self:check(sum)
    --^ call Account.check -> Account.deposit
end

function Account:check(sum)
--^ method Account.check
    assert(sum)
end

function Account:close()
--^ method Account.close
end

return Account
