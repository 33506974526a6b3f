#pragma once

#include "app/documents/document_of.h"
#include "widgets/study/form/experiment_edit.h"

#include <set>

namespace bubblescope {

/// The open experiment.
///
/// Invariants  while someone types, the experiment may fail checkExperiment(); it cannot be saved then
class ExperimentDocument : public DocumentOf<Experiment> {
    Q_OBJECT

public:
    explicit ExperimentDocument(QObject* parent = nullptr);

    const Experiment& experiment() const { return value(); }

    /// Ignores the view: switching it is not an unsaved change.
    bool isClean() const override;

    /// The index of the figure on screen, and the indices of hidden series.
    std::size_t figure() const { return m_figure; }
    const std::set<std::size_t>& hiddenSeries() const { return m_hidden; }
    void setFigure(std::size_t figure);
    void setHiddenSeries(const std::set<std::size_t>& hidden);
    QJsonObject look() const override;
    void setLook(const QJsonObject& look) override;

    void start(const Experiment& experiment, const Origin& origin) override;

protected:
    std::string text() const override;
    Result<std::string> contents() const override;
    void wasSaved() override { m_clean = kept(); }
    void show(KeptPointer experiment) override;

private:
    std::size_t m_figure = 0;
    std::set<std::size_t> m_hidden;
    KeptPointer m_clean;  // the last clean state; null if it is not known
};

}  // namespace bubblescope
