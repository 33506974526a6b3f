#pragma once

#include <QDialog>

#include <vector>

class QCheckBox;

namespace bubblescope {

/// Asks which of several unsaved documents to save. The result code is QMessageBox::Save, Discard or Cancel.
class UnsavedDialog : public QDialog {
    Q_OBJECT

public:
    /// `names` are shown in the list: "default, a scenario".
    explicit UnsavedDialog(const QStringList& names, QWidget* parent = nullptr);

    /// Whether the document at `index` was selected, after Save.
    bool isChosen(std::size_t index) const;

private:
    std::vector<QCheckBox*> m_boxes;
};

}  // namespace bubblescope
