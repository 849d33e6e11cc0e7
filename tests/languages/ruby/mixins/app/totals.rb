module Billing::Totals
#^ trait Billing::Totals
  def recount
  #^ method Billing::Totals.recount
    compute_total
    #^ call Billing::Totals.compute_total -> Billing::Totals.recount
  end

  def compute_total
  #^ method Billing::Totals.compute_total
    42
  end
end

module Totals
#^ trait Totals
  def recount; end
  #^ method Totals.recount
end
