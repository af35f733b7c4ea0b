package convert

import (
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/request"
)

func estimateToMessage(e request.Estimate) *providerv1.Estimate {
	return &providerv1.Estimate{
		Currency:          e.Currency,
		MonthlyTotalCents: moneyToMessage(e.MonthlyTotal),
		PriceTable:        e.PriceTable,
		Items:             each(e.Items, itemToMessage),
	}
}

// estimateFromMessage returns the estimate that m carries; no message carries
// an estimate of nothing.
func estimateFromMessage(m *providerv1.Estimate) request.Estimate {
	if m == nil {
		m = &providerv1.Estimate{}
	}
	return request.Estimate{
		Currency:     m.GetCurrency(),
		MonthlyTotal: moneyFromMessage(m.MonthlyTotalCents),
		PriceTable:   m.GetPriceTable(),
		Items:        each(m.GetItems(), itemFromMessage),
	}
}

func itemToMessage(i request.EstimateItem) *providerv1.EstimateItem {
	return &providerv1.EstimateItem{
		Address: i.Address, Item: i.Item, Quantity: i.Quantity, Unit: i.Unit,
		UnitPrice: string(i.UnitPrice), MonthlyCents: moneyToMessage(i.MonthlyCost),
	}
}

func itemFromMessage(m *providerv1.EstimateItem) request.EstimateItem {
	return request.EstimateItem{
		Address: m.GetAddress(), Item: m.GetItem(), Quantity: m.GetQuantity(), Unit: m.GetUnit(),
		UnitPrice: request.Decimal(m.GetUnitPrice()), MonthlyCost: moneyFromMessage(m.MonthlyCents),
	}
}

// moneyToMessage returns the cents, or nil for an unknown amount.
func moneyToMessage(m request.Money) *int64 {
	if !m.Known {
		return nil
	}
	return &m.Cents
}

func moneyFromMessage(cents *int64) request.Money {
	if cents == nil {
		return request.Money{}
	}
	return request.Cents(*cents)
}
